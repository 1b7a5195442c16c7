import { isAppError, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  claimSearchWork,
  finishSearchWork,
  releaseSearchWork,
  type ClaimedSearchWork,
  type Database,
} from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import { runSearchWork } from './run-search-work.ts';

export type SearchAttributeJobOptions = {
  readonly database: Database;
  readonly clock: Clock;
  /** How long after a change some node may still decide without it. */
  readonly settleMs?: number;
};

export type SearchAttributeJobs = {
  /** Leaves what runs to the next start, or to another node. */
  readonly close: () => Promise<void>;
};

/** Nodes hear of a change at once and ask every second; the rest is for a node that is slow to load. */
const SETTLE_MS = 5000;
const POLL_MS = 1000;
/** Failures in a row that work survives: a database may restart meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Writes down values of stored events for attributes that were made searchable, and takes away those of attributes that
 * are not any more: of all tenants, one after the other. Several nodes may run this.
 */
export const startSearchAttributeJobs = ({
  database,
  clock,
  settleMs = SETTLE_MS,
}: SearchAttributeJobOptions): SearchAttributeJobs => {
  const nodeId: Id = newId();
  const closing = new AbortController();
  const { signal } = closing;
  const failures = new Map<Id, number>();

  const failed = async (claimed: ClaimedSearchWork, error: unknown): Promise<void> => {
    const attempts = (failures.get(claimed.id) ?? 0) + 1;
    failures.set(claimed.id, attempts);
    database.log.error(
      { err: error, searchAttribute: claimed.id, attempts },
      'work on stored events for search failed',
    );
    if (attempts >= MAX_ATTEMPTS) {
      failures.delete(claimed.id);
      const problem = isAppError(error) ? error.code : 'SRV-INTERNAL';
      await finishSearchWork(database, claimed, nodeId, { problem, at: new Date(clock.now()) });
    }
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  };

  const next = async (): Promise<boolean> => {
    const claimed = await claimSearchWork(database, nodeId);
    if (claimed === undefined) return false;
    const { id, tenantId, task } = claimed;
    database.log.info({ searchAttribute: id, tenantId, task }, 'work on stored events for search begins or goes on');
    try {
      const isDone = await runSearchWork({ database, clock, nodeId, claimed, settleMs, signal });
      failures.delete(id);
      if (isDone) {
        await finishSearchWork(database, claimed, nodeId, { problem: null, at: new Date(clock.now()) });
        database.log.info({ searchAttribute: id, tenantId, task }, 'work on stored events for search is done');
      } else if (signal.aborted) await releaseSearchWork(database, claimed, nodeId);
    } catch (error) {
      await failed(claimed, error);
    }
    return true;
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        if (await next()) continue;
      } catch (error) {
        if (!signal.aborted) database.log.warn({ err: error }, 'work for search could not be looked for; trying again');
      }
      await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    close: async () => {
      closing.abort();
      await working;
    },
  };
};
