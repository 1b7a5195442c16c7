import { percentOf, type CaseMeasure, type MeasureOfNow } from '@redoubt/domain';
import type { MailTexts } from '@redoubt/i18n/mail-texts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  listCaseQueues,
  listCaseThresholds,
  queueCaseThresholds,
  readCaseBacklog,
  readDueSoon,
  saveCaseMeasurement,
  type CaseBacklog,
  type CaseThreshold,
  type Database,
  type DueSoon,
  type TenantTransaction,
} from '@redoubt/storage';
import type { AlertMails, AlertText } from '../alerts/mail-alerts.ts';
import { everyMinute } from '../jobs/every-minute.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { thresholdCause } from './case-thresholds.ts';
import { readReportedCases } from './get-case-report.query.ts';
import { figuresOf, NO_CASES, splitBy, type ReportedCases } from './report-figures.ts';

export type CaseThresholdWatch = {
  readonly database: Database;
  readonly clock: Clock;
  /** Absent where no mail server is set up. */
  readonly mails?: AlertMails | undefined;
};

/** Figures of the last days that a threshold can watch. */
const OF_DAYS: Readonly<
  Record<Exclude<CaseMeasure, MeasureOfNow>, (figures: ReturnType<typeof figuresOf>) => number | null>
> = {
  waitedHours: ({ waited }) => waited && (waited.p90 * SECOND_MS) / HOUR_MS,
  handledMinutes: ({ handled }) => handled && (handled.p90 * SECOND_MS) / MINUTE_MS,
  timedOutPercent: ({ timedOut, decided }) => percentOf(timedOut, timedOut + decided),
  overturnedPercent: ({ overturned, timedOut, decided }) => percentOf(overturned, timedOut + decided),
  approvedFraudPercent: ({ approvedFraud, approved }) => percentOf(approvedFraud, approved),
  rejectedGoodPercent: ({ rejectedGood, rejected }) => percentOf(rejectedGood, rejected),
};

type Measure = (threshold: CaseThreshold) => Promise<number | null>;

/**
 * What thresholds of an environment watch, measured now; null where there is nothing to measure. Cases of one range are read
 * once for all queues.
 */
const measureOf = (trx: TenantTransaction, environmentId: Id, nowMs: number): Measure => {
  const everything = { environmentId, kind: null, queueId: null, agentId: null };
  const toMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  const ranges = new Map<number, Promise<ReportedCases>>();
  const casesOf = (days: number): Promise<ReportedCases> => {
    const known =
      ranges.get(days) ??
      readReportedCases(trx, everything, [{ fromMs: toMs - days * DAY_MS, toMs }]).then(([cases]) => cases);
    ranges.set(days, known);
    return known;
  };
  let due: Promise<readonly DueSoon[]> | undefined;
  let backlog: Promise<readonly CaseBacklog[]> | undefined;
  return async ({ measure, queueId, days }) => {
    if (measure === 'backlog' || measure === 'oldestHours') {
      backlog ??= readCaseBacklog(trx, everything, new Date(nowMs));
      const waits = (await backlog).filter((each) => queueId === null || each.queueId === queueId);
      if (measure === 'backlog') return waits.reduce((sum, { cases }) => sum + cases, 0);
      return Math.max(0, ...waits.map(({ oldest }) => (nowMs - oldest.getTime()) / HOUR_MS));
    }
    if (measure === 'dueSoon' || measure === 'secondDueSoon') {
      due ??= readDueSoon(trx, environmentId, new Date(nowMs));
      const cases = (await due).filter((each) => queueId === null || each.queueId === queueId);
      return cases.reduce((sum, each) => sum + (measure === 'dueSoon' ? each.cases : each.second), 0);
    }
    const all = await casesOf(days ?? 1);
    const cases = queueId === null ? all : splitBy(all, (row) => row.queueId).get(queueId);
    return OF_DAYS[measure](figuresOf(cases ?? NO_CASES));
  };
};

/** A figure as it is shown, with one digit after the point. */
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** What a mail says about a figure that is above its threshold. */
const alertText =
  ({ measure, most }: CaseThreshold, value: number, queue: string | undefined, crossedAt: Date) =>
  ({ caseReport, mail, formats }: MailTexts, environment: string): AlertText => {
    const figure = caseReport(`measure.${measure}`);
    const unit = caseReport(`unit.${measure}`);
    return {
      title: mail('alert.subject', { figure, environment }),
      lines: [
        mail('alert.above', { figure, value: `${formats.number(rounded(value))} ${unit}`, most: formats.number(most) }),
        mail('mail.only', { what: queue ?? caseReport('allQueues') }),
        mail('alert.since', { time: `${formats.dateTime(crossedAt.toISOString())} UTC` }),
      ],
      link: mail('mail.open'),
    };
  };

const measureAll = ({ database, clock, mails }: CaseThresholdWatch, tenantId: Id, environmentId: Id): Promise<void> =>
  database.inTenant(tenantId, async (trx) => {
    const queues = new Map((await listCaseQueues(trx, environmentId, [])).map(({ id, name }) => [id, name]));
    const nowMs = clock.now();
    const checkedAt = new Date(nowMs);
    const measure = measureOf(trx, environmentId, nowMs);
    for (const threshold of await listCaseThresholds(trx, environmentId)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      const value = await measure(threshold);
      const isAbove = value !== null && value > threshold.most;
      const crossedAt = isAbove ? (threshold.crossedAt ?? checkedAt) : null;
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await saveCaseMeasurement(trx, { id: threshold.id, value, checkedAt, crossedAt });
      if (crossedAt !== null && value !== null && mails !== undefined) {
        const queue = threshold.queueId === null ? undefined : queues.get(threshold.queueId);
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        await mails(trx, {
          tenantId,
          environmentId,
          cause: thresholdCause(threshold.id),
          crossedAt,
          silenceMs: threshold.silenceMinutes * MINUTE_MS,
          permissions: ['caseReport:read'],
          path: '/casemanagement/report',
          say: alertText(threshold, value, queue, crossedAt),
        });
      }
      if (!isAbove || threshold.crossedAt !== null) continue;
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await raiseNotice(
        trx,
        { clock, tenantId },
        {
          code: 'CASE-THRESHOLD-CROSSED',
          severity: 'Warning',
          params: { value: rounded(value), most: threshold.most },
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
  schedule: everyMinute(options.clock, (due) => queueCaseThresholds(options.database, due)),
});
