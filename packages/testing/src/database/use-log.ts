import { createLog, startProjectors, type Log, type Projectors } from '@redoubt/storage';
import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from './use-database.ts';

/** The log of a test file's database with its projectors; readable inside tests and hooks. */
export type TestLog = {
  readonly log: Log;
  readonly projectors: Projectors;
  /** Stores events, and resolves when every projection has them. */
  readonly store: (events: readonly Parameters<Log['append']>[0][]) => Promise<void>;
};

/** Gives the test file a log with projectors, closed after its last test. Call it once, below `useDatabase`. */
export const useLog = (test: TestDatabase, options: NonNullable<Parameters<typeof createLog>[1]>): TestLog => {
  let running: { readonly log: Log; readonly projectors: Projectors } | undefined;
  const started = () => {
    if (running === undefined) throw new Error('useLog: the log is there from the first hook on');
    return running;
  };
  beforeAll(() => {
    const log = createLog(test.database, options);
    running = { log, projectors: startProjectors(test.database, log) };
  });
  afterAll(async () => {
    await running?.projectors.close();
    await running?.log.close();
  });
  return {
    get log() {
      return started().log;
    },
    get projectors() {
      return started().projectors;
    },
    store: async (events) => {
      const { log, projectors } = started();
      for (const event of events) await log.append(event);
      await projectors.caughtUp();
    },
  };
};
