import type { AssessmentName } from '@redoubt/domain';
import type { DataSources } from '@redoubt/enrichment';
import type { Clock } from '@redoubt/kernel';
import { findRulePruning, JobLost, saveRulePruningResult, type Database } from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { runRulePruning } from './run-rule-pruning.ts';

/**
 * How rule sets are pruned: in worker threads of their own. Nothing is written before the end, so one that is taken over begins
 * anew.
 */
export const createRulePrunings = (options: {
  readonly database: Database;
  readonly clock: Clock;
  /** Behind the hashes of velocity keys, see `createVelocityRuntime`. */
  readonly installationKey: HashingKey;
  /** See `RunBacktestOptions`. */
  readonly data?: (() => DataSources) | undefined;
}): JobRunner => ({
  kind: 'rulePruning',
  run: async ({ tenantId, environmentId, subjectId }, { signal, report }) => {
    const { database, clock, installationKey, data } = options;
    const stored = await database.inTenant(tenantId, (trx) => findRulePruning(trx, environmentId, subjectId));
    if (stored === undefined) throw new JobLost();
    const { assessment, includeChildren, from, to } = stored;
    const result = await runRulePruning({
      database,
      clock,
      tenantId,
      installationKey: hashingKeysOf(installationKey).of(tenantId),
      data: data?.(),
      request: { environmentId, assessment: assessment as AssessmentName, includeChildren, from, to },
      onProgress: ({ eventsDone, eventsTotal }) => report({ done: eventsDone, total: eventsTotal }),
      signal,
    });
    return (trx) => saveRulePruningResult(trx, subjectId, result);
  },
});
