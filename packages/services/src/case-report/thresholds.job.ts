import type { CaseMeasure } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  listCaseThresholds,
  queueCaseThresholds,
  readCaseBacklog,
  saveCaseMeasurement,
  type CaseThreshold,
  type Database,
  type TenantTransaction,
} from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { readReportedCases } from './get-case-report.query.ts';
import { figuresOf, percentOf } from './report-figures.ts';

/** How often figures are measured, and how often it is looked which of them are due. */
const MEASURED_MS = MINUTE_MS;
const LOOK_MS = 15 * SECOND_MS;

export type CaseThresholdWatch = { readonly database: Database; readonly clock: Clock };

/** Figures of the last days that a threshold can watch. */
const OF_DAYS: Readonly<
  Record<Exclude<CaseMeasure, 'backlog' | 'oldestHours'>, (figures: ReturnType<typeof figuresOf>) => number | null>
> = {
  waitedHours: ({ waited }) => waited && (waited.p90 * SECOND_MS) / HOUR_MS,
  handledMinutes: ({ handled }) => handled && (handled.p90 * SECOND_MS) / MINUTE_MS,
  timedOutPercent: ({ timedOut, decided }) => percentOf(timedOut, timedOut + decided),
  overturnedPercent: ({ overturned, timedOut, decided }) => percentOf(overturned, timedOut + decided),
  approvedFraudPercent: ({ approvedFraud, approved }) => percentOf(approvedFraud, approved),
  rejectedGoodPercent: ({ rejectedGood, rejected }) => percentOf(rejectedGood, rejected),
};

/** What a threshold watches, measured now; null where there is nothing to measure. */
const measure = async (
  trx: TenantTransaction,
  environmentId: Id,
  { measure: what, queueId, days }: CaseThreshold,
  nowMs: number,
): Promise<number | null> => {
  const scope = { environmentId, kind: null, queueId, agentId: null };
  if (what === 'backlog' || what === 'oldestHours') {
    const backlog = await readCaseBacklog(trx, scope, new Date(nowMs));
    if (what === 'backlog') return backlog.reduce((sum, { cases }) => sum + cases, 0);
    return Math.max(0, ...backlog.map(({ oldest }) => (nowMs - oldest.getTime()) / HOUR_MS));
  }
  const toMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  const cases = await readReportedCases(trx, scope, { fromMs: toMs - (days ?? 1) * DAY_MS, toMs });
  return OF_DAYS[what](figuresOf(cases));
};

const measureAll = ({ database, clock }: CaseThresholdWatch, tenantId: Id, environmentId: Id): Promise<void> =>
  database.inTenant(tenantId, async (trx) => {
    const nowMs = clock.now();
    const checkedAt = new Date(nowMs);
    for (const threshold of await listCaseThresholds(trx, environmentId)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      const value = await measure(trx, environmentId, threshold, nowMs);
      const isAbove = value !== null && value > threshold.most;
      const crossedAt = isAbove ? (threshold.crossedAt ?? checkedAt) : null;
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await saveCaseMeasurement(trx, { id: threshold.id, value, checkedAt, crossedAt });
      if (!isAbove || threshold.crossedAt !== null) continue;
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await raiseNotice(
        trx,
        { clock, tenantId },
        {
          code: 'CASE-THRESHOLD-CROSSED',
          severity: 'Warning',
          params: { value: Math.round(value * 10) / 10, most: threshold.most },
          link: '/casemanagement/report',
          environmentId,
        },
      );
    }
  });

/** Measures what thresholds watch, and tells when a figure comes to be above: once, until it was below again. */
export const createCaseThresholdWatch = (options: CaseThresholdWatch): JobRunner => ({
  kind: 'caseThresholds',
  run: async (job) => {
    await measureAll(options, job.tenantId, job.environmentId);
    return undefined;
  },
  schedule: {
    everyMs: LOOK_MS,
    run: () => {
      const nowMs = options.clock.now();
      return queueCaseThresholds(options.database, {
        at: new Date(nowMs),
        since: new Date(nowMs - MEASURED_MS + LOOK_MS / 2),
      });
    },
  },
});
