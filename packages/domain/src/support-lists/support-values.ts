import { SUPPORT_LISTS, supportKey, type SupportEntity } from './support-list.ts';

/** A value of an event that a support list can speak of. */
export type SupportValue = { readonly entity: SupportEntity; readonly value: string };

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every value of a place in the request, by names that are compared without case; lists are looked through. */
const valuesAt = (at: unknown, names: readonly string[]): readonly unknown[] => {
  if (Array.isArray(at)) return at.flatMap((each) => valuesAt(each, names));
  const [name, ...rest] = names;
  if (name === undefined) return [at];
  if (!isGroup(at)) return [];
  const key = Object.keys(at).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? [] : valuesAt(at[key], rest);
};

/** Values of a request that support lists speak of, each once, in the order of the lists. */
export const supportValuesOf = (request: unknown): readonly SupportValue[] =>
  SUPPORT_LISTS.flatMap(({ entity, attribute }) => {
    const texts = valuesAt(request, attribute.split('.')).filter((value) => typeof value === 'string');
    const byKey = new Map(texts.map((value) => [supportKey(value), value.trim()]));
    return [...byKey].flatMap(([key, value]) => (key === '' ? [] : [{ entity, value }]));
  });
