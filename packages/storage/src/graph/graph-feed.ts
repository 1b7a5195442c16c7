import type { Database } from '../database/database.ts';
import { startLogFeed, type FeedBatch, type LogFeed } from '../log/log-feed.ts';
import type { Log } from '../log/log.ts';
import { asIngest, nextRange, readHeads } from '../log/read-log.ts';
import { graphStepOf, type GraphStep } from './graph-step.ts';

/** What events do to the graph; undefined at positions of those that do nothing to it. */
export type GraphBatch = FeedBatch<GraphStep | undefined>;

export type GraphFeedOptions = {
  /** Position the graph stands at; what follows is applied. */
  readonly after: number;
  /** Called in order, without gap and without repetition. */
  readonly apply: (batch: GraphBatch) => void;
};

/** Few enough that decisions wait for some milliseconds only while the graph is built. */
const READ_EVENTS = 250;

const readSteps = async (database: Database, after: number): Promise<GraphBatch | undefined> => {
  const range = await nextRange(database.pools.ingest, after, READ_EVENTS);
  if (range === undefined) return undefined;
  const heads = await asIngest(database.pools.ingest, range.tenantIds, (client) => readHeads(client, range));
  const byPosition = new Map(heads.map((head) => [head.position, head]));
  const events = Array.from({ length: range.lastPosition - after }, (_, index) => {
    const head = byPosition.get(after + 1 + index);
    return head && graphStepOf(head);
  });
  return { from: after, to: range.lastPosition, events };
};

/** Hands over what every event does to the graph, in order of position, see `startLogFeed`. */
export const startGraphFeed = (
  database: Database,
  log: Pick<Log, 'onCommitted'> | undefined,
  { after, apply }: GraphFeedOptions,
): LogFeed =>
  startLogFeed(database, log, {
    after,
    apply,
    read: (position) => readSteps(database, position),
    itemsOf: ({ events }) => events.map(({ head }) => head && graphStepOf(head)),
    name: 'the graph',
  });
