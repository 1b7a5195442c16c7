import { SECOND_MS } from '@redoubt/kernel';
import { type Aggregate, AGGREGATES } from '../aggregates.ts';

/** What one event adds: four numbers for each velocity (aggregate code, low and high half of the key's hash, value). */
export type CountedEvent = { readonly eventTimeMs: number; readonly contributions: readonly number[] };

/** The events after position `from`, up to and including `to`; the first one stands at `from + 1`. */
export type CountedBatch = { readonly from: number; readonly to: number; readonly events: readonly CountedEvent[] };

/** One event's part in one key. */
export type Contribution = {
  readonly position: number;
  readonly aggregate: Aggregate;
  readonly lo: number;
  readonly hi: number;
  /** Second of the event, whole seconds since 1970. */
  readonly second: number;
  readonly value: number;
};

const NUMBERS = 4;

/** Every contribution of a batch, in order of position. */
// oxlint-disable-next-line eslint/func-style -- only a function can be a generator
export function* contributionsOf({ from, events }: CountedBatch): Generator<Contribution> {
  for (const [index, { eventTimeMs, contributions }] of events.entries()) {
    const [position, second] = [from + 1 + index, Math.floor(eventTimeMs / SECOND_MS)];
    for (let at = 0; at < contributions.length; at += NUMBERS) {
      const aggregate = AGGREGATES[contributions[at] ?? -1];
      const [lo = 0, hi = 0, value = 0] = [contributions[at + 1], contributions[at + 2], contributions[at + 3]];
      if (aggregate) yield { position, aggregate, lo, hi, second, value };
    }
  }
}
