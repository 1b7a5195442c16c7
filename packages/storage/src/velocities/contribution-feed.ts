import type { Database } from '../database/database.ts';
import type { CountedEvent } from '../log/batch-writer.ts';
import { startLogFeed, type FeedBatch, type LogFeed } from '../log/log-feed.ts';
import type { Log } from '../log/log.ts';
import { asIngest, nextRange } from '../log/read-log.ts';
import { contributionsIn } from './contributions-in.ts';

/** What the events after `from`, up to and including `to`, add to velocities; the first one stands at `from + 1`. */
export type ContributionBatch = FeedBatch<CountedEvent>;

export type ContributionFeedOptions = {
  /** Position the store stands at; what follows is applied. */
  readonly after: number;
  /** Called in order, without gap and without repetition. */
  readonly apply: (batch: ContributionBatch) => void;
  /** See `LogFeedOptions`. */
  readonly holdsAnswers?: boolean;
};

export type ContributionFeed = LogFeed;

const READ_EVENTS = 5000;
const NOTHING: readonly number[] = [];

/** The events after a position, about `maxEvents` at most; undefined at the end of the log. */
export const readContributions = async (
  database: Database,
  after: number,
  maxEvents: number,
): Promise<ContributionBatch | undefined> => {
  const range = await nextRange(database.pools.ingest, after, maxEvents);
  if (range === undefined) return undefined;
  const byPosition = await asIngest(database.pools.ingest, range.tenantIds, (client) => contributionsIn(client, range));
  // Retention may have taken events away: their places stay empty.
  const events = Array.from({ length: range.lastPosition - after }, (_, index): CountedEvent => {
    const { eventTimeMs = 0, contributions = NOTHING } = byPosition.get(after + 1 + index) ?? {};
    return { eventTimeMs, contributions };
  });
  return { from: after, to: range.lastPosition, events };
};

/** Hands every event's contributions over in order of position, see `startLogFeed`. */
export const startContributionFeed = (
  database: Database,
  log: Pick<Log, 'onCommitted'> | undefined,
  options: ContributionFeedOptions,
): ContributionFeed =>
  startLogFeed(database, log, {
    ...options,
    read: (position) => readContributions(database, position, READ_EVENTS),
    itemsOf: ({ events }) => events,
    name: 'velocities',
  });
