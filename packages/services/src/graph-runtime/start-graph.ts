import type { Plan } from '@redoubt/engine';
import { SECOND_MS } from '@redoubt/kernel';
import { readLastPosition, startGraphFeed, type Database, type GraphBatch, type Log } from '@redoubt/storage';
import { GraphStore, type GraphStatistics } from '@redoubt/velocity';
import { NEEDS } from '../enrichment/asked-facts.ts';
import type { HashingKey } from '../secrets/hashing-keys.ts';
import { createGraphRuntime, type AskingEvent, type GraphRuntime } from './graph-runtime.ts';

export type NodeGraph = {
  /** Answers an event; undefined answers until the log was read. The first question begins that. */
  readonly sourceFor: GraphRuntime['sourceFor'];
  /** Begins to read the log where a plan asks the graph, so that its first event finds it. */
  readonly prepare: (plans: readonly Plan[]) => void;
  readonly statistics: () => GraphStatistics & { readonly position: number; readonly isBuilt: boolean };
  /** Resolves once everything is taken that the log held when it was called; begins where that was not done. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type NodeGraphOptions = {
  readonly installationKey: HashingKey;
  /** Memory at which the oldest events make room; the store's own limit where absent. */
  readonly maxBytes?: number;
};

/** What an event takes at least: a log of more than fits is not read from its beginning. */
const LEAST_BYTES_OF_EVENT = 100;

/** Whether rules of a plan ask the graph. */
export const asksGraph = (plan: Plan): boolean =>
  plan.levels.some(({ rules }) =>
    rules.some(({ compiled }) => compiled.references.functions.some((name) => NEEDS.get(name) === 'graph')),
  );

type Running = {
  readonly runtime: GraphRuntime;
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const begin = async (
  database: Database,
  log: Pick<Log, 'onCommitted'> | undefined,
  store: GraphStore,
  installationKey: HashingKey,
): Promise<Running> => {
  const last = await readLastPosition(database);
  const after = Math.max(0, last - Math.ceil(store.maxBytes / LEAST_BYTES_OF_EVENT));
  const runtime = createGraphRuntime(store, installationKey, after);
  let isFirst = true;
  const apply = (batch: GraphBatch): void => {
    const at = batch.events.findIndex((step) => step?.does === 'link');
    const step = batch.events[at];
    if (isFirst && step?.does === 'link') {
      isFirst = false;
      // What came before is not here: this node begins in the middle of the log, or retention took the beginning away.
      if (batch.from + at > 0) store.lose(Math.floor(step.eventTimeMs / SECOND_MS));
    }
    runtime.apply(batch);
  };
  const feed = startGraphFeed(database, log, { after, apply });
  return { runtime, caughtUp: feed.caughtUp, close: feed.close };
};

/**
 * The graph of this node, built from the log when something asks it first, and kept up with the commits of `log` and of other
 * nodes. Each node has all of it; what it answered is recorded with the decision.
 */
export const openGraph = (
  database: Database,
  log: Pick<Log, 'onCommitted'> | undefined,
  { installationKey, ...options }: NodeGraphOptions,
): NodeGraph => {
  let store = new GraphStore(options);
  let starting: Promise<Running> | undefined;
  let built: GraphRuntime | undefined;

  const build = async (): Promise<Running> => {
    store = new GraphStore(options);
    const running = await begin(database, log, store, installationKey);
    try {
      await running.caughtUp();
    } catch (error) {
      await running.close();
      throw error;
    }
    built = running.runtime;
    return running;
  };
  const start = (): Promise<Running> => {
    starting ??= build().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };
  const startAside = (): void => {
    start().catch((error: unknown) => database.log.error({ err: error }, 'the graph cannot be built; trying again'));
  };
  return {
    sourceFor: (event: AskingEvent) => {
      let source: ReturnType<GraphRuntime['sourceFor']> | undefined;
      return (question) => {
        if (built === undefined) {
          startAside();
          return undefined;
        }
        source ??= built.sourceFor(event);
        return source(question);
      };
    },
    prepare: (plans) => {
      if (built === undefined && plans.some(asksGraph)) startAside();
    },
    statistics: () => ({ ...store.statistics(), position: built?.position() ?? 0, isBuilt: built !== undefined }),
    caughtUp: async () => (await start()).caughtUp(),
    close: async () => {
      await (await starting?.catch(() => undefined))?.close();
    },
  };
};
