import {
  CASE_ACTIONS,
  CASE_MEASURES,
  CASE_REPORT_FIGURES,
  CASE_REPORT_PERIODS,
  isMeasureOfNow,
  DECISION_SOURCES,
  MAX_DECISION_NAME,
  MAX_DECISION_REASON,
  MAX_THRESHOLD_DAYS,
  THRESHOLD_SILENCE_MINUTES,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, guid, instant, nextCursor, reportedAgent } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/case-report';

const count = z.number().int();

/** Percentiles in seconds, from histograms whose buckets are 15 % wide; null without a case. */
const times = z.strictObject({ p50: z.number(), p90: z.number() }).nullable();

const figures = z.strictObject({
  /** Decided by agents and programs. */
  decided: count,
  timedOut: count,
  /** By what the decision does, time-outs included. */
  approved: count,
  rejected: count,
  /** From the end of settling until the review that decided began. */
  waited: times,
  /** From then until the decision. */
  handled: times,
  /** Decisions that were opened again, and those of them that were decided otherwise since. */
  reopened: count,
  overturned: count,
  /** Approved cases that labels call fraud by now, and rejected ones that labels call none. */
  approvedFraud: count,
  rejectedGood: count,
});
export type CaseFigures = z.infer<typeof figures>;

const intake = {
  received: count,
  /** Of them, those whose event got a status before they had settled. */
  cancelled: count,
  /** Open cases that ended without a decision, because their assessment makes none any more. */
  withdrawn: count,
};

const caseReport = z.strictObject({
  asOf: instant,
  from: instant,
  /** End of the last bar, which still fills. */
  to: instant,
  stepMinutes: count,
  /** Whether agents are shown as numbers. */
  hidesAgents: z.boolean(),
  totals: figures.extend(intake),
  /** The period before, up to the same hour in it. */
  previous: figures.extend(intake),
  bars: z.array(
    z.strictObject({
      from: instant,
      ...intake,
      approved: count,
      rejected: count,
      /** Decisions that leave the status of the event as it is. */
      other: count,
      timedOut: count,
      /** Decisions and time-outs of the bar one period earlier. */
      before: count,
    }),
  ),
  queues: z.array(
    figures.extend({
      ...intake,
      id: guid,
      /** Empty for a queue that was deleted. */
      name: z.string(),
      /** Cases that can be decided now, and since when the oldest of them can. */
      waiting: count,
      oldest: instant.nullable(),
    }),
  ),
  agents: z.array(figures.extend({ agent: reportedAgent })),
  reasons: z.array(
    z.strictObject({
      decision: z.string(),
      caseAction: z.enum(CASE_ACTIONS),
      reason: z.string(),
      cases: count,
      /** In the period before. */
      before: count,
    }),
  ),
  /** Pairs of agents who reviewed the same cases, the second without seeing what the first decided. */
  pairs: z.array(
    z.strictObject({
      first: reportedAgent,
      second: reportedAgent,
      cases: count,
      agreed: count,
      /** Cohen's kappa; null where it is not defined. */
      kappa: z.number().nullable(),
    }),
  ),
  backlog: z.strictObject({
    waiting: count,
    oldest: instant.nullable(),
    /** Null until a day is known. */
    forecast: z
      .strictObject({
        /** Hours that it is made from. */
        hours: count,
        arrivedPerDay: z.number(),
        decidedPerDay: z.number(),
        points: z.array(z.strictObject({ at: instant, cases: z.number() })),
      })
      .nullable(),
  }),
  /** Queues of the environment, General first. */
  choices: z.array(z.strictObject({ id: guid, name: z.string() })),
});
export type CaseReport = z.infer<typeof caseReport>;

/** Which cases a report is about. */
const question = {
  period: z.enum(CASE_REPORT_PERIODS).default('7d'),
  assessment: assessmentName.optional(),
  queueId: guid.optional(),
  /** Of no use where names of agents are hidden from the caller: no agent is found then. */
  agent: z.string().min(1).max(256).optional(),
};

export const getCaseReport = defineEndpoint({
  id: 'caseReport.get',
  summary: 'How cases are worked off: volume, times, reasons, overturned decisions and forecast, by queue and agent.',
  method: 'GET',
  path: base,
  permission: 'caseReport:read',
  params: environmentParams,
  query: z.strictObject(question),
  response: caseReport,
});

/** A case behind a figure; what does not belong to the figure is null. */
const reportedCase = z.strictObject({
  /** When it came to count: decided, received, opened again; of a case that waits, since when it can be decided. */
  at: instant,
  eventType: z.string(),
  eventId: z.string(),
  queueId: guid,
  /** Empty for a queue that was deleted. */
  queue: z.string(),
  /** Null where names are hidden from the caller as well. */
  agent: z.string().nullable(),
  source: z.enum(DECISION_SOURCES).nullable(),
  decision: z.string().nullable(),
  reason: z.string().nullable(),
  /** Of a case that was decided twice: the second decision. */
  later: z.strictObject({ agent: z.string().nullable(), decision: z.string() }).nullable(),
});
export type ReportedCaseRow = z.infer<typeof reportedCase>;

export const getReportedCases = defineEndpoint({
  id: 'caseReport.cases',
  summary: 'The cases that a figure of the report counts, newest first; those whose event was erased are left out.',
  method: 'GET',
  path: `${base}/cases`,
  permission: 'caseReport:read',
  params: environmentParams,
  query: z.strictObject({
    ...question,
    figure: z.enum(CASE_REPORT_FIGURES),
    decision: z.string().min(1).max(MAX_DECISION_NAME).optional(),
    reason: z.string().min(1).max(MAX_DECISION_REASON).optional(),
    /** The other one of two agents who reviewed the same cases. */
    otherAgent: z.string().min(1).max(256).optional(),
    cursor: z.string().max(800).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.strictObject({ cases: z.array(reportedCase), nextCursor }),
  errors: ['REQ-INVALID'],
});

/** For so many minutes no one is mailed again about a threshold. */
const silenceMinutes = z
  .number()
  .int()
  .min(THRESHOLD_SILENCE_MINUTES.least)
  .max(THRESHOLD_SILENCE_MINUTES.most)
  .default(THRESHOLD_SILENCE_MINUTES.usual);

const threshold = z.strictObject({
  measure: z.enum(CASE_MEASURES),
  /** Null for all queues together. */
  queueId: guid.nullable(),
  /** Days that it looks back; null for what is measured at the moment. */
  days: z.number().int().min(1).max(MAX_THRESHOLD_DAYS).nullable(),
  /** What is above alerts. */
  most: z.number().min(0).max(1e9),
  silenceMinutes,
});

const storedThreshold = threshold.extend({
  id: guid,
  queue: z
    .string()
    .max(2 * MAX_DECISION_NAME)
    .nullable(),
  createdBy: z.string(),
  /** What was measured last; null before, and where there was nothing to measure. */
  value: z.number().nullable(),
  checkedAt: instant.nullable(),
  /** Since when it has been above. */
  crossedAt: instant.nullable(),
  /** Whether the caller gets an e-mail when it comes to be above. */
  mailed: z.boolean(),
});
const thresholds = z.strictObject({ thresholds: z.array(storedThreshold), canWrite: z.boolean() });
export type CaseThresholds = z.infer<typeof thresholds>;
export type CaseThresholdRow = CaseThresholds['thresholds'][number];

export const getCaseThresholds = defineEndpoint({
  id: 'caseReport.thresholds',
  summary: 'Figures of cases that are watched, and which of them are above their threshold.',
  method: 'GET',
  path: `${base}/thresholds`,
  permission: 'caseReport:read',
  params: environmentParams,
  response: thresholds,
});

export const createCaseThreshold = defineEndpoint({
  id: 'caseReport.thresholds.create',
  summary: 'Watch a figure of cases; it is measured every minute.',
  method: 'POST',
  path: `${base}/thresholds`,
  permission: 'queues:write',
  params: environmentParams,
  body: threshold.refine(({ measure, days }) => isMeasureOfNow(measure) === (days === null), {
    path: ['days'],
    message: 'is given for what is measured over days, and for nothing else',
  }),
  response: thresholds,
  errors: ['CASE-THRESHOLDS-FULL', 'QUEUE-UNKNOWN'],
});

export const changeCaseThreshold = defineEndpoint({
  id: 'caseReport.thresholds.change',
  summary: 'Choose for how long no one is mailed again about a threshold.',
  method: 'PUT',
  path: `${base}/thresholds/:thresholdId`,
  permission: 'queues:write',
  params: environmentParams.extend({ thresholdId: guid }),
  body: z.strictObject({ silenceMinutes: silenceMinutes.unwrap() }),
  response: thresholds,
  errors: ['CASE-THRESHOLD-UNKNOWN'],
});

export const mailCaseThreshold = defineEndpoint({
  id: 'caseReport.thresholds.mail',
  summary: 'Get an e-mail when a watched figure of cases comes to be above its threshold, or none any more.',
  method: 'PUT',
  path: `${base}/thresholds/:thresholdId/mail`,
  permission: 'signedIn',
  params: environmentParams.extend({ thresholdId: guid }),
  body: z.strictObject({ mailed: z.boolean() }),
  response: thresholds,
  errors: ['CASE-THRESHOLD-UNKNOWN', 'MAIL-NO-ADDRESS', 'MAIL-NOT-CONFIGURED'],
});

export const deleteCaseThreshold = defineEndpoint({
  id: 'caseReport.thresholds.delete',
  summary: 'Watch a figure of cases no more.',
  method: 'DELETE',
  path: `${base}/thresholds/:thresholdId`,
  permission: 'queues:write',
  params: environmentParams.extend({ thresholdId: guid }),
  response: thresholds,
  errors: ['CASE-THRESHOLD-UNKNOWN'],
});
