import { NO_DATA_SOURCES, type DataSources } from '@redoubt/enrichment';
import type { Clock } from '@redoubt/kernel';
import { advancePlanHead, type CommittedBatch, type Database, type TenantTransaction } from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { TextCompiler } from '../texts/text-compiler.ts';
import type { HashingKey } from '../secrets/hashing-keys.ts';
import { runBackfill } from './run-backfill.ts';

export type BackfillOptions = {
  readonly database: Database;
  readonly clock: Clock;
  /** Where sets are checked before they are counted; here where absent. */
  readonly texts?: TextCompiler;
  /** Behind the hashes of keys, see `createVelocityKeys`. */
  readonly installationKey: HashingKey;
  /** Where facts about addresses and cards come from; without it they are not known. */
  readonly data?: () => DataSources;
  /** How long after a publication some node may still decide with the plan before it; see `SETTLE_MS`. */
  readonly settleMs?: number;
};

export type Backfills = JobRunner & {
  /** Calls back with what was written into the log, as `Log.onCommitted` does. Returns the way to stop it. */
  readonly onCommitted: (listener: (batch: CommittedBatch) => void) => () => void;
};

/**
 * Nodes hear of a new plan at once and ask every second; a decision made before is stored within 2 s or not at all. The
 * rest is for a node that is slow to load.
 */
const SETTLE_MS = 5000;

/** How the history of velocity sets is counted; where one stands is in its row. */
export const createBackfills = ({
  database,
  clock,
  texts,
  installationKey,
  data = () => NO_DATA_SOURCES,
  settleMs = SETTLE_MS,
}: BackfillOptions): Backfills => {
  const listeners = new Set<(batch: CommittedBatch) => void>();
  const onCommitted = (batch: CommittedBatch): void => {
    for (const listener of listeners) listener(batch);
  };
  // Plans say which values are still filling.
  const changePlans = async (trx: TenantTransaction, tenantId: string): Promise<void> => {
    await advancePlanHead(trx, tenantId, new Date(clock.now()));
  };

  return {
    kind: 'velocityBackfill',
    run: async (job, run) => {
      await runBackfill({ database, clock, job, run, texts, installationKey, data: data(), settleMs, onCommitted });
      return (trx) => changePlans(trx, job.tenantId);
    },
    failed: (trx, { tenantId }) => changePlans(trx, tenantId),
    onCommitted: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
