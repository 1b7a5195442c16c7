import { seededRandom } from '@redoubt/kernel';
import { AGGREGATES, type Aggregate } from '../aggregates.ts';
import type { SlabStore, TrialEvent } from '../store/slab-store.ts';
import type { SecondSpan } from '../windows/window.ts';

/** Keys of the stream, a fifth of them of each kind: many quiet ones, few that get most events. */
const KEYS = 40_000;
const BUSY_KEYS = 40;
const START_S = Date.UTC(2026, 10, 29) / 1000;
const EVENTS_PER_SECOND = 50;
/** The one key that has more values than are kept one by one. */
const CROWDED_KEY = 0;

type StreamKey = { readonly aggregate: Aggregate; readonly lo: number; readonly hi: number };

const keyOf = (key: number): StreamKey => ({
  aggregate: key === CROWDED_KEY ? 'DistinctCount' : (AGGREGATES[key % AGGREGATES.length] ?? 'Count'),
  lo: Math.imul(key + 1, 0x9e37_79b1) >>> 0,
  hi: Math.imul(key + 1, 0x85eb_ca6b) >>> 0,
});

const someKey = (random: () => number): number => {
  const kind = random();
  if (kind < 0.1) return CROWDED_KEY;
  return Math.floor(random() * (kind < 0.4 ? BUSY_KEYS : KEYS));
};

/** Adds the event of a position, of which there is one in every run. */
export const addEventAt = (store: SlabStore, position: number): void => {
  const random = seededRandom(position);
  random();
  const { aggregate, lo, hi } = keyOf(someKey(random));
  const late = random() < 0.1 ? Math.floor(random() * 600) : 0;
  const second = START_S + Math.floor(position / EVENTS_PER_SECOND) - late;
  const value = aggregate === 'DistinctCount' ? Math.floor(random() * 60_000) : Math.floor(random() * 1e6);
  store.add(aggregate, lo, hi, second, value);
};

/** A question about a key as of a position, chosen by `seed`. */
export const questionAt = (
  seed: number,
  position: number,
): { readonly lo: number; readonly hi: number; readonly span: SecondSpan; readonly event: TrialEvent | undefined } => {
  const random = seededRandom(seed);
  random();
  const { aggregate, lo, hi } = keyOf(someKey(random));
  const untilS = START_S + Math.floor(position / EVENTS_PER_SECOND) - Math.floor(random() * 20);
  const event = random() < 0.3 ? { aggregate, value: Math.floor(random() * 60_000) } : undefined;
  return { lo, hi, span: { afterS: untilS - Math.floor(random() * 3600), untilS }, event };
};
