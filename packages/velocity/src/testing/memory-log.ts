import { codeOf, type Aggregate } from '../aggregates.ts';
import type { CountedBatch, CountedEvent } from '../redis/counted-batch.ts';
import type { ContributionLog } from '../redis/shard-applier.ts';

/** Events as a test tells them, one list of numbers for each. */
export type Added = {
  readonly aggregate: Aggregate;
  readonly lo: number;
  readonly hi: number;
  readonly second: number;
  readonly value: number;
};

/** A log in memory, read as the one in PostgreSQL is. */
export class MemoryLog implements ContributionLog {
  readonly #events: CountedEvent[] = [];

  /** Commits events, each with its contributions; gives the position of the last one. */
  append(...events: readonly (readonly Added[])[]): number {
    for (const contributions of events) {
      this.#events.push({
        eventTimeMs: (contributions[0]?.second ?? 0) * 1000,
        contributions: contributions.flatMap(({ aggregate, lo, hi, value }) => [codeOf(aggregate), lo, hi, value]),
      });
    }
    return this.#events.length;
  }

  lastPosition = (): Promise<number> => Promise.resolve(this.#events.length);

  read = (after: number, maxEvents: number): Promise<CountedBatch | undefined> => {
    const events = this.#events.slice(after, after + maxEvents);
    return Promise.resolve(events.length === 0 ? undefined : { from: after, to: after + events.length, events });
  };
}
