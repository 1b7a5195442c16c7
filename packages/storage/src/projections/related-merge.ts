import type { FraudLabel } from '../schema/events/projection-tables.ts';
import type { ObjectSchema } from '@redoubt/domain';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { RelatedFacts } from '../log/log-event.ts';

/** When and by which event a field was said: sortable time, then tracking id. */
export type Stamp = readonly [time: string, trackingId: string];

/** A status, update, chargeback or label as it stands after everything that was said about it. */
export type MergedFacts = {
  readonly body: JsonObject;
  /** By path; members of objects behind `/`. */
  readonly stamps: Readonly<Record<string, Stamp>>;
};

export const NO_FACTS: MergedFacts = { body: {}, stamps: {} };

/** Added so that times before 1970 sort as text too. */
const EPOCH_SHIFT_MS = 1e15;

/**
 * Milliseconds since 1970 and the digits below them (`docs/reference/wire.md#reading-bodies` allows seven fractional
 * ones), as text that sorts.
 */
const sortableTime = (iso: string | null, otherwiseMs: number): string => {
  const parsed = iso === null ? Number.NaN : Date.parse(iso);
  const ms = Number.isNaN(parsed) ? otherwiseMs : parsed;
  const finer = Number.isNaN(parsed) ? '' : (/[.,]\d{3}(\d{1,4})/.exec(iso ?? '')?.[1] ?? '');
  return `${String(EPOCH_SHIFT_MS + ms).padStart(17, '0')}.${finer.padEnd(4, '0')}`;
};

/** A label says itself when it was found, and the newest find counts; other events go by the merchant's clock. */
const stampOf = (facts: RelatedFacts, eventTimeMs: number): Stamp => {
  const found = facts.body.eventTimeStamp;
  const time = typeof found === 'string' && !Number.isNaN(Date.parse(found)) ? found : facts.merchantTimeStamp;
  return [sortableTime(time, eventTimeMs), facts.trackingId ?? ''];
};

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

export const compareStamps = (a: Stamp, b: Stamp): number => compareText(a[0], b[0]) || compareText(a[1], b[1]);

type Merging = { readonly stamp: Stamp; readonly stamps: Record<string, Stamp> };

/** Names may hold anything; `~` and `/` are written as in a JSON pointer. */
const pathOf = (parent: string, name: string): string => {
  const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return parent === '' ? escaped : `${parent}/${escaped}`;
};

const mergeObject = (
  before: JsonObject,
  said: JsonObject,
  schema: ObjectSchema,
  parent: string,
  merging: Merging,
): JsonObject => {
  const { stamp, stamps } = merging;
  const body: Record<string, Json> = { ...before };
  // What a whole object was stamped with holds for its members until they are said again.
  const inherited = parent === '' ? undefined : stamps[parent];
  for (const [name, value] of Object.entries(said)) {
    if (value === null) continue;
    const path = pathOf(parent, name);
    const field = Object.hasOwn(schema, name) ? schema[name] : undefined;
    const known = body[name];
    if (isJsonObject(value) && (field?.type === 'object' || field?.type === 'open')) {
      const members = field.type === 'object' ? field.schema : {};
      body[name] = mergeObject(isJsonObject(known) ? known : {}, value, members, path, merging);
      continue;
    }
    const standing = stamps[path] ?? (known === undefined ? undefined : inherited);
    const order =
      standing === undefined
        ? 1
        : compareStamps(stamp, standing) || compareText(canonicalJson(value), canonicalJson(known));
    if (order < 0) continue;
    body[name] = value;
    stamps[path] = stamp;
  }
  return body;
};

/**
 * Adds what one event says. Field by field, those of the schema's objects included, the value with the greatest stamp
 * stays, so the order of arrival makes no difference; a field that is absent or null keeps what was there. Lists are
 * one value. Two values under one stamp (one event sent twice with other content) are distinguished by their text.
 */
export const mergeRelated = (
  before: MergedFacts,
  facts: RelatedFacts,
  eventTimeMs: number,
  schema: ObjectSchema,
): MergedFacts => {
  const stamps: Record<string, Stamp> = { ...before.stamps };
  const body = mergeObject(before.body, facts.body, schema, '', { stamp: stampOf(facts, eventTimeMs), stamps });
  return { body, stamps };
};

/** States that take a label back, whatever `isFraud` says (`docs/reference/wire.md#labels`). */
const REVERSALS = new Set(['falsepositive', 'reversed']);

/** What one label says; fraud unless it says otherwise. */
export const verdictOf = (body: JsonObject): FraudLabel => {
  const state = body.labelState;
  const reversed = typeof state === 'string' && REVERSALS.has(state.toLowerCase());
  return reversed || body.isFraud === false ? 'NonFraud' : 'Fraud';
};

const newestStamp = (label: MergedFacts): Stamp =>
  Object.values(label.stamps).reduce((a, b) => (compareStamps(a, b) >= 0 ? a : b), ['', ''] as Stamp);

/**
 * What a label says of its event, with a stamp that sorts as text; null where manual review said it last. The source counts
 * only where it was said with it: a label is merged from all that was said about one subject.
 */
export const verdictOfOthers = (
  label: MergedFacts,
): { readonly verdict: FraudLabel; readonly stamp: string } | null => {
  const newest = newestStamp(label);
  const source = label.stamps['labelSource'];
  const isOfManualReview = label.body.labelSource === 'ManualReview' && source !== undefined;
  return isOfManualReview && compareStamps(source, newest) >= 0
    ? null
    : { verdict: verdictOf(label.body), stamp: newest.join(' ') };
};

/** The label of a purchase: the newest of those about it decides, of two under one stamp the one that says fraud. */
export const fraudLabelOf = (labels: readonly MergedFacts[]): FraudLabel => {
  let newest: MergedFacts | undefined;
  for (const label of labels) {
    const order = newest === undefined ? 1 : compareStamps(newestStamp(label), newestStamp(newest));
    if (order > 0 || (order === 0 && verdictOf(label.body) === 'Fraud')) newest = label;
  }
  return newest === undefined ? 'None' : verdictOf(newest.body);
};
