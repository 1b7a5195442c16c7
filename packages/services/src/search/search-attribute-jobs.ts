import { isAppError, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  claimSearchWork,
  finishSearchWork,
  releaseSearchWork,
  type ClaimedSearchWork,
  type Database,
} from '@redoubt/storage';
import { pollForWork, restAfterFailure } from '../work-poll.ts';
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
  const failures = new Map<Id, number>();

  const failed = async (claimed: ClaimedSearchWork, error: unknown, signal: AbortSignal): Promise<void> => {
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
    await restAfterFailure(POLL_MS, signal);
  };

  const next = async (signal: AbortSignal): Promise<boolean> => {
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
      await failed(claimed, error, signal);
    }
    return true;
  };

  return pollForWork({
    look: next,
    onFailure: (error) => database.log.warn({ err: error }, 'work for search could not be looked for; trying again'),
    everyMs: POLL_MS,
  });
};
