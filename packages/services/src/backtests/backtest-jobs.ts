import type { AssessmentName } from '@redoubt/domain';
import type { DataSources } from '@redoubt/enrichment';
import type { Clock, Json } from '@redoubt/kernel';
import {
  findBacktest,
  JobLost,
  listAllBranches,
  saveBacktestResult,
  type ClaimedJob,
  type TenantTransaction,
  type Database,
} from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { TextCompiler } from '../texts/text-compiler.ts';
import type { BacktestRequest } from './prepare-backtest.ts';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { runBacktest } from './run-backtest.ts';

const readRequest = async (
  trx: TenantTransaction,
  { environmentId, subjectId }: ClaimedJob,
): Promise<BacktestRequest> => {
  const stored = await findBacktest(trx, environmentId, subjectId);
  if (stored === undefined) throw new JobLost();
  const { branchId, ruleId, ruleName, baseline, from, to, condition, clauses } = stored;
  const tried = { environmentId, assessment: stored.assessment as AssessmentName, ruleName, baseline, from, to };
  if (branchId === null) return { ...tried, ruleId, text: { condition, clauses } };
  const branch = (await listAllBranches(trx)).find(({ id }) => id === branchId);
  return { ...tried, ruleId: null, text: null, branch: branch?.apiName ?? '' };
};

/**
 * How backtests are done: in worker threads of their own. Nothing is written before the end, so one that is taken over
 * begins anew.
 */
export const createBacktests = (options: {
  readonly database: Database;
  readonly clock: Clock;
  /** Where what is tried is checked; here where absent. */
  readonly texts?: TextCompiler | undefined;
  /** Behind the hashes of velocity keys, see `createVelocityRuntime`. */
  readonly installationKey: HashingKey;
  /** See `RunBacktestOptions`. */
  readonly data?: (() => DataSources) | undefined;
}): JobRunner => ({
  kind: 'backtest',
  run: async (job, { signal, report }) => {
    const { database, clock, texts, installationKey, data } = options;
    const { tenantId, subjectId } = job;
    const request = await database.inTenant(tenantId, (trx) => readRequest(trx, job));
    const result = await runBacktest({
      database,
      clock,
      texts,
      tenantId,
      installationKey: hashingKeysOf(installationKey).of(tenantId),
      data: data?.(),
      request,
      onProgress: ({ eventsDone, eventsTotal }) => report({ done: eventsDone, total: eventsTotal }),
      signal,
    });
    return (trx) => saveBacktestResult(trx, subjectId, result as unknown as Json);
  },
});
