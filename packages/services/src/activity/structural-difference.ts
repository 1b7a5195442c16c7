import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { contentHash } from '../content-hash.ts';

/** Members with what merchants sent, partners answered or analysts noted: that they changed is kept, not what they say. */
const DIGESTED: ReadonlySet<string> = new Set([
  'samplePayload',
  'sampleResponse',
  'defaultResponse',
  'sample',
  'comments',
  // Of a view of a page: its conditions name customers.
  'viewParameters',
]);

/** Addresses in whose query a key may stand. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'tokenUrl']);

const isEmpty = (value: Json): boolean => value === null || value === '' || canonicalJson(value) === '{}';

const digestOf = (value: Json): Json => (isEmpty(value) ? value : { sha256: contentHash(value) });

const addressWithoutQuery = (address: string): Json => {
  const at = address.indexOf('?');
  return at < 0 ? address : { address: address.slice(0, at), query: digestOf(address.slice(at + 1)) };
};

/** A value as the activity log keeps it: with hashes in place of what may be personal or secret. */
const digested = (value: Json, member = ''): Json => {
  if (DIGESTED.has(member)) return digestOf(value);
  if (ADDRESSES.has(member) && typeof value === 'string') return addressWithoutQuery(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => digested(each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, digested(each, name)]));
};

/** What tells the elements of a list apart. */
const KEYS = ['id', 'number', 'path', 'name'] as const;

const isObjects = (values: readonly Json[]): values is readonly JsonObject[] => values.every(isJsonObject);

const keyOf = (values: readonly JsonObject[]): string | undefined =>
  KEYS.find((key) => values.every((each) => each[key] !== undefined));

type Sides = readonly [before: Json, after: Json];

/** Elements that only one side has or that differ; null where that does not say how the lists differ. */
const listDifference = (before: readonly Json[], after: readonly Json[]): Sides | null => {
  if (!isObjects(before) || !isObjects(after)) return null;
  const key = keyOf([...before, ...after]);
  if (key === undefined) return null;
  const known = (values: readonly JsonObject[]): ReadonlySet<string> =>
    new Set(values.map((each) => canonicalJson(each)));
  const [there, now] = [known(before), known(after)];
  const gone = before.filter((each) => !now.has(canonicalJson(each)));
  const come = after.filter((each) => !there.has(canonicalJson(each)));
  if (gone.length + come.length > 0) return [gone, come];
  const order = (values: readonly JsonObject[]): Json => values.map((each) => each[key] ?? null);
  return [{ order: order(before) }, { order: order(after) }];
};

const differenceOf = (before: Json, after: Json): Sides => {
  if (Array.isArray(before) && Array.isArray(after)) return listDifference(before, after) ?? [before, after];
  if (!isJsonObject(before) || !isJsonObject(after)) return [before, after];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const said = (value: Json | undefined): string => (value === undefined ? '' : canonicalJson(value));
  const changed = names.filter((name) => said(before[name]) !== said(after[name]));
  const sides = changed.map((name) => {
    const [was, is] = [before[name], after[name]];
    return was === undefined || is === undefined
      ? ([name, was, is] as const)
      : ([name, ...differenceOf(was, is)] as const);
  });
  const side = (at: 1 | 2): JsonObject =>
    Object.fromEntries(
      sides.flatMap((each) => {
        const value = each[at];
        return value === undefined ? [] : [[each[0], value] as const];
      }),
    );
  return [side(1), side(2)];
};

/**
 * What a change changed: of two values, the members and elements that differ; of one, all of it. What may be personal or
 * secret stands there as its hash.
 */
export const structuralDifference = (original: Json, modified: Json): Sides => {
  const [before, after] = [digested(original), digested(modified)];
  return before === null || after === null ? [before, after] : differenceOf(before, after);
};
