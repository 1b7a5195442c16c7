import { keepLargeIntegers } from '@redoubt/domain';

/** A step of an attribute path: a member name or an array index. */
type Step = string | number;

/** Splits `user.addresses[0].city` and `["key.with.dots"].x` into steps. */
export const pathSteps = (path: string): readonly Step[] => {
  const steps: Step[] = [];
  for (const match of path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g)) {
    const [, index, quoted, name] = match;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(quoted ?? name ?? '');
  }
  return steps;
};

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths ignore letter case; the exact spelling wins where both exist. */
const keyIn = (members: Members, name: string): string | undefined =>
  Object.hasOwn(members, name) ? name : Object.keys(members).find((key) => key.toLowerCase() === name.toLowerCase());

/** The value at a path, or undefined where the sample has none. Arrays crossed without an index answer from the first element. */
export const valueAt = (sample: unknown, path: string): unknown =>
  pathSteps(path).reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return typeof step === 'number' ? (value[step] as unknown) : memberOf(value[0], step);
    return memberOf(value, step);
  }, sample);

const memberOf = (value: unknown, step: Step): unknown => {
  if (!isMembers(value)) return undefined;
  const key = keyIn(value, String(step));
  return key === undefined ? undefined : value[key];
};

/** The sample with another value at a path; what is missing on the way is made. */
export const withValueAt = (sample: unknown, path: string, value: unknown): unknown =>
  replaced(sample, pathSteps(path), value);

const replaced = (at: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown => {
  if (step === undefined) return value;
  if (Array.isArray(at) || (at === undefined && typeof step === 'number')) {
    const items: readonly unknown[] = Array.isArray(at) ? at : [];
    const index = typeof step === 'number' ? step : 0;
    const next = typeof step === 'number' ? rest : [step, ...rest];
    const copy = [...items];
    copy[index] = replaced(items[index], next, value);
    return copy;
  }
  const members = isMembers(at) ? at : {};
  const key = keyIn(members, String(step)) ?? String(step);
  return { ...members, [key]: replaced(members[key], rest, value) };
};

/** The sample without the member at a path. */
export const withoutValueAt = (sample: unknown, path: string): unknown => removed(sample, pathSteps(path));

const removed = (at: unknown, [step, ...rest]: readonly Step[]): unknown => {
  if (step === undefined || at === undefined || at === null) return at;
  if (Array.isArray(at)) {
    const index = typeof step === 'number' ? step : 0;
    const next = typeof step === 'number' ? rest : [step, ...rest];
    return at.map((item, i): unknown => (i === index ? removed(item, next) : (item as unknown)));
  }
  if (!isMembers(at)) return at;
  const key = keyIn(at, String(step));
  if (key === undefined) return at;
  if (rest.length > 0) return { ...at, [key]: removed(at[key], rest) };
  return Object.fromEntries(Object.entries(at).filter(([name]) => name !== key));
};

/** A value as it is written in the list: JSON, so that text and number look different. */
export const writeValue = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** Reads what the user typed: JSON where it is JSON, else text; nothing at all removes the value. */
export const readValue = (typed: string): { readonly value: unknown; readonly missing: boolean } => {
  const trimmed = typed.trim();
  if (trimmed === '') return { value: undefined, missing: true };
  try {
    return { value: JSON.parse(keepLargeIntegers(trimmed)) as unknown, missing: false };
  } catch {
    return { value: trimmed, missing: false };
  }
};

/** What kind of value stands in the sample, in the symbol table's words. */
export const kindOf = (
  value: unknown,
): 'string' | 'number' | 'boolean' | 'dateTime' | 'object' | 'array' | 'missing' => {
  if (value === undefined || value === null) return 'missing';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value === 'number' ? 'number' : 'boolean';
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? 'dateTime' : 'string';
  return 'object';
};

/** How many single values a sample holds, however deep. */
export const leafCount = (sample: unknown): number =>
  typeof sample === 'object' && sample !== null
    ? Object.values(sample).reduce<number>((sum, value) => sum + leafCount(value), 0)
    : sample === undefined
      ? 0
      : 1;
