import { canonicalJson, type Json, type JsonObject } from '@redoubt/kernel';
import type { RelatedFacts } from '../log/log-event.ts';

/** When and by which event a field was said: sortable time, then tracking id. */
export type Stamp = readonly [time: string, trackingId: string];

/** A status, chargeback or label as it stands after everything that was said about it. */
export type MergedFacts = { readonly body: JsonObject; readonly stamps: Readonly<Record<string, Stamp>> };

export const NOTHING_SAID: MergedFacts = { body: {}, stamps: {} };

/** Added so that times before 1970 sort as text too. */
const EPOCH_SHIFT_MS = 1e15;

/** Milliseconds since 1970 and the digits below them (`api.md` §2 allows seven fractional ones), as text that sorts. */
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

/**
 * Adds what one event says. Field by field the value with the greatest stamp stays, so the order of arrival makes no
 * difference; a field that is absent or null keeps what was there. Two values under one stamp (one event sent twice with
 * other content) are told apart by their text.
 */
export const mergeRelated = (before: MergedFacts, facts: RelatedFacts, eventTimeMs: number): MergedFacts => {
  const stamp = stampOf(facts, eventTimeMs);
  const body: Record<string, Json> = { ...before.body };
  const stamps: Record<string, Stamp> = { ...before.stamps };
  for (const [field, value] of Object.entries(facts.body)) {
    if (value === null) continue;
    const standing = stamps[field];
    const order =
      standing === undefined
        ? 1
        : compareStamps(stamp, standing) || compareText(canonicalJson(value), canonicalJson(body[field]));
    if (order < 0) continue;
    body[field] = value;
    stamps[field] = stamp;
  }
  return { body, stamps };
};

export type FraudLabel = 'Fraud' | 'NonFraud' | 'None';

/** States that take a label back, whatever `isFraud` says (`api.md` §8). */
const REVERSALS = new Set(['falsepositive', 'reversed']);

/** What one label says; fraud unless it says otherwise. */
export const verdictOf = (body: JsonObject): FraudLabel => {
  const state = body.labelState;
  const reversed = typeof state === 'string' && REVERSALS.has(state.toLowerCase());
  return reversed || body.isFraud === false ? 'NonFraud' : 'Fraud';
};

const newestStamp = (label: MergedFacts): Stamp =>
  Object.values(label.stamps).reduce((a, b) => (compareStamps(a, b) >= 0 ? a : b), ['', ''] as Stamp);

/** The label of a purchase: the newest of those about it decides. */
export const fraudLabelOf = (labels: readonly MergedFacts[]): FraudLabel => {
  let newest: MergedFacts | undefined;
  for (const label of labels) {
    if (newest === undefined || compareStamps(newestStamp(label), newestStamp(newest)) > 0) newest = label;
  }
  return newest === undefined ? 'None' : verdictOf(newest.body);
};
