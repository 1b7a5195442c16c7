import { canonicalJson, type Json } from '@redoubt/kernel';

/** The first place where two values differ; texts are canonical JSON, null where one of them has nothing there. */
export type Difference = {
  /** Such as `outputs.High amount.score` or `trace[2].steps[0].outcome`; empty for the whole. */
  readonly path: string;
  readonly recorded: string | null;
  readonly recomputed: string | null;
};

const textOf = (value: Json | undefined): string | null => (value === undefined ? null : canonicalJson(value));

const isContainer = (value: Json | undefined): value is Exclude<Json, string | number | boolean | null> =>
  typeof value === 'object' && value !== null;

const memberOf = (value: Exclude<Json, string | number | boolean | null>, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? (value as Readonly<Record<string, Json>>)[key] : undefined;

/** Compares in the order of the recomputed value's members; what only the recorded one has comes after them. */
export const firstDifference = (
  recorded: Json | undefined,
  recomputed: Json | undefined,
  path = '',
): Difference | null => {
  if (!isContainer(recorded) || !isContainer(recomputed) || Array.isArray(recorded) !== Array.isArray(recomputed)) {
    const [left, right] = [textOf(recorded), textOf(recomputed)];
    return left === right ? null : { path, recorded: left, recomputed: right };
  }
  for (const key of new Set([...Object.keys(recomputed), ...Object.keys(recorded)])) {
    const part = Array.isArray(recomputed) ? `[${key}]` : path === '' ? key : `.${key}`;
    const found = firstDifference(memberOf(recorded, key), memberOf(recomputed, key), `${path}${part}`);
    if (found !== null) return found;
  }
  return null;
};
