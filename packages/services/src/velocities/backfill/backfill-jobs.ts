import { NO_DATA_SOURCES, type DataSources } from '@redoubt/enrichment';
import { isAppError, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  claimBackfill,
  finishBackfill,
  releaseBackfill,
  type ClaimedBackfill,
  type CommittedBatch,
  type Database,
} from '@redoubt/storage';
import { pollForWork, restAfterFailure, type WorkPoll } from '../../work-poll.ts';
import { runBackfill } from './run-backfill.ts';

export type BackfillOptions = {
  readonly database: Database;
  readonly clock: Clock;
  /** Behind the hashes of keys, see `createVelocityKeys`. */
  readonly installationKey: string;
  /** Where facts about addresses and cards come from; without it they are not known. */
  readonly data?: () => DataSources;
  /** How long after a publication some node may still decide with the plan before it; see `SETTLE_MS`. */
  readonly settleMs?: number;
};

export type Backfills = WorkPoll & {
  /** Calls back with what was written into the log, as `Log.onCommitted` does. Returns the way to stop it. */
  readonly onCommitted: (listener: (batch: CommittedBatch) => void) => () => void;
};

/**
 * Nodes hear of a new plan at once and ask every second; a decision made before is stored within 2 s or not at all. The
 * rest is for a node that is slow to load.
 */
const SETTLE_MS = 5000;
const POLL_MS = 1000;
/** Failures in a row, without a step between them, that a backfill survives: a database may restart meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Works on the backfills of all tenants, one after the other. Several nodes may run this: each backfill is one node's at
 * a time, and where it stands is in the database.
 */
export const startBackfills = ({
  database,
  clock,
  installationKey,
  data = () => NO_DATA_SOURCES,
  settleMs = SETTLE_MS,
}: BackfillOptions): Backfills => {
  const nodeId: Id = newId();
  const listeners = new Set<(batch: CommittedBatch) => void>();
  const failures = new Map<Id, number>();

  const finish = ({ id, tenantId }: ClaimedBackfill, status: 'done' | 'failed', problem: string | null) =>
    database.inTenant(tenantId, async (trx) => {
      const at = new Date(clock.now());
      // Plans say which values are still filling.
      await advancePlanHead(trx, tenantId, at);
      await finishBackfill(trx, id, { status, problem, at });
      failures.delete(id);
    });

  const failed = async (claimed: ClaimedBackfill, error: unknown): Promise<void> => {
    const attempts = (failures.get(claimed.id) ?? 0) + 1;
    failures.set(claimed.id, attempts);
    const isExpected = isAppError(error) && error.code.startsWith('VELOCITY-');
    if (!isExpected) database.log.error({ err: error, backfill: claimed.id, attempts }, 'a backfill failed');
    if (isExpected || attempts >= MAX_ATTEMPTS) {
      await finish(claimed, 'failed', isAppError(error) ? error.code : 'SRV-INTERNAL');
    }
  };

  const perform = async (claimed: ClaimedBackfill, signal: AbortSignal): Promise<void> => {
    const facts = { backfill: claimed.id, tenantId: claimed.tenantId };
    database.log.info(facts, 'a backfill begins or goes on');
    try {
      const isDone = await runBackfill({
        database,
        clock,
        nodeId,
        claimed,
        installationKey,
        data: data(),
        settleMs,
        signal,
        onCommitted: (batch) => {
          failures.delete(claimed.id);
          for (const listener of listeners) listener(batch);
        },
      });
      if (isDone) {
        await finish(claimed, 'done', null);
        database.log.info(facts, 'a backfill is done');
      }
      if (!isDone && signal.aborted) await releaseBackfill(database, claimed, nodeId);
    } catch (error) {
      await failed(claimed, error);
      await restAfterFailure(POLL_MS, signal);
    }
  };

  const poll = pollForWork({
    look: async (signal) => {
      const claimed = await claimBackfill(database, nodeId);
      if (claimed !== undefined) await perform(claimed, signal);
      return claimed !== undefined;
    },
    onFailure: (error) => database.log.warn({ err: error }, 'backfills could not be looked for; trying again'),
    everyMs: POLL_MS,
  });

  return {
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...poll,
  };
};
