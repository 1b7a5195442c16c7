import {
  LOSS_DISPOSITIONS,
  LOSS_ENTITY_KINDS,
  LOSS_REASONS,
  MAX_LOSS_NOTE,
  MAX_LOSS_SCORE,
  RETAIL_KINDS,
  RETAIL_SET_NAMES,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/loss-prevention';

/** `2026-03` */
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'is no month such as 2026-03');
const scoreBound = z.coerce.number().int().min(0).max(MAX_LOSS_SCORE);
const entityKind = z.enum(LOSS_ENTITY_KINDS);
const entityId = z.string().min(1).max(200);
/** `staff` or `terminal`; of another one nothing is known. */
const entityParams = environmentParams.extend({ entityKind: z.string().min(1).max(20), entityId });

const rangeQuery = z.strictObject({
  from: month.optional(),
  to: month.optional(),
  /** Scores of a month that are looked at. */
  scoreFrom: scoreBound.optional(),
  scoreTo: scoreBound.optional(),
  /** Part of an id. */
  find: z.string().max(200).optional(),
});

/** Amounts in units of the currency. */
const amounts = z.strictObject({ currency: z.string(), returns: z.number(), discounts: z.number() });

const riskRow = z.strictObject({
  /** The pseudonym of a person, or the id of a terminal. */
  id: z.string(),
  maxScore: z.number().int(),
  averageScore: z.number(),
  /** Months at or above the threshold. */
  scoreCount: z.number().int(),
  disposition: z.enum(LOSS_DISPOSITIONS),
});
export type LossRiskRow = z.infer<typeof riskRow>;

const entityReport = z.strictObject({
  members: z.number().int(),
  scoreCount: z.number().int(),
  averageScore: z.number(),
  byMonth: z.array(z.strictObject({ month, usual: z.number().int(), anomalous: z.number().int() })),
  /** The riskiest, at most 200. */
  top: z.array(riskRow),
});

const report = z.strictObject({
  canWrite: z.boolean(),
  /** Months that are scored, oldest first. */
  months: z.array(month),
  from: month.nullable(),
  to: month.nullable(),
  scoredAt: instant.nullable(),
  /** Whether transactions changed since. */
  isStale: z.boolean(),
  isScoring: z.boolean(),
  /** Returns and discounts of staff in the months in which they were anomalous. */
  opportunity: z.array(amounts),
  staff: entityReport,
  terminal: entityReport,
});
export type LossReport = z.infer<typeof report>;

export const getLossReport = defineEndpoint({
  id: 'lossPrevention.report',
  summary: 'Scores of staff and terminals by month, and the riskiest of them.',
  method: 'GET',
  path: `${base}/report`,
  permission: 'lossPrevention:read',
  params: environmentParams,
  query: rangeQuery,
  response: report,
});

export const getLossReportFile = defineEndpoint({
  id: 'lossPrevention.file',
  summary: 'The scores of each month as CSV: kind, id, month, score, and each reason with hits, cases and percentile.',
  method: 'GET',
  path: `${base}/report.csv`,
  permission: 'lossPrevention:read',
  params: environmentParams,
  query: rangeQuery,
  response: z.string(),
  responseType: 'csv',
});

const reasonMonth = z.strictObject({
  month,
  hits: z.number().int(),
  cases: z.number().int(),
  percentile: z.number(),
  isSignificant: z.boolean(),
  /** What is usual in the same places, 0 to 1. */
  expected: z.number(),
  /** Share of all, 0 to 1. */
  population: z.number(),
});

const detail = z.strictObject({
  kind: entityKind,
  id: z.string(),
  canWrite: z.boolean(),
  maxScore: z.number().int(),
  averageScore: z.number(),
  scoreCount: z.number().int(),
  months: z.array(z.strictObject({ month, score: z.number().int(), populationScore: z.number() })),
  reasons: z.array(z.strictObject({ reason: z.enum(LOSS_REASONS), months: z.array(reasonMonth) })),
  /** Of the last six months, newest first; at most 500. */
  transactions: z.array(
    z.strictObject({
      id: z.string(),
      receiptAt: instant,
      kind: z.enum(RETAIL_KINDS),
      staff: z.string().nullable(),
      /** Whether the person is anomalous in the month. */
      isStaffFlagged: z.boolean(),
      terminalId: z.string(),
      currency: z.string(),
      amount: z.number(),
      discount: z.number(),
      /** The part of it that was keyed in, on the total or on lines. */
      manualDiscount: z.number(),
      /** Of a return; null otherwise. */
      hasReceipt: z.boolean().nullable(),
      paymentMethods: z.array(z.string()),
      categories: z.array(z.string()),
    }),
  ),
  findings: z.array(
    z.strictObject({
      disposition: z.enum(LOSS_DISPOSITIONS),
      note: z.string(),
      by: z.string(),
      at: instant,
    }),
  ),
});
export type LossDetail = z.infer<typeof detail>;

export const getLossDetail = defineEndpoint({
  id: 'lossPrevention.detail',
  summary: 'One person or terminal: scores, reasons, transactions and findings.',
  method: 'GET',
  path: `${base}/:entityKind/:entityId`,
  permission: 'lossPrevention:read',
  params: entityParams,
  response: detail,
  errors: ['LOSS-UNKNOWN'],
});

export const addLossFinding = defineEndpoint({
  id: 'lossPrevention.findings.add',
  summary: 'Say what was found out about a person or terminal.',
  method: 'POST',
  path: `${base}/:entityKind/:entityId/findings`,
  permission: 'lossPrevention:write',
  params: entityParams,
  body: z.strictObject({ disposition: z.enum(LOSS_DISPOSITIONS), note: z.string().trim().min(1).max(MAX_LOSS_NOTE) }),
  response: detail,
  errors: ['LOSS-UNKNOWN'],
});

export const revealStaff = defineEndpoint({
  id: 'lossPrevention.reveal',
  summary:
    'Show the id at tills behind the pseudonym of a person; it is written into the activity log with the reason.',
  method: 'POST',
  path: `${base}/staff/:entityId/reveal`,
  permission: 'lossPrevention:write',
  params: environmentParams.extend({ entityId }),
  body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
  response: z.strictObject({ staffId: z.string() }),
  errors: ['LOSS-UNKNOWN'],
});

const data = z.strictObject({
  canProcess: z.boolean(),
  sets: z.array(z.strictObject({ set: z.enum(RETAIL_SET_NAMES), isThere: z.boolean() })),
  months: z.array(
    z.strictObject({
      month,
      transactions: z.number().int(),
      scoredAt: instant.nullable(),
      isStale: z.boolean(),
    }),
  ),
  /** The run that scores, or scored last. */
  run: z
    .strictObject({
      state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
      done: z.number().int(),
      total: z.number().int(),
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type LossData = z.infer<typeof data>;

export const getLossData = defineEndpoint({
  id: 'lossPrevention.data',
  summary: 'Which files of loss prevention are there, and which months are scored.',
  method: 'GET',
  path: `${base}/data`,
  permission: 'lossPrevention:read',
  params: environmentParams,
  response: data,
});

export const processLossData = defineEndpoint({
  id: 'lossPrevention.process',
  summary: 'Score the months whose transactions changed.',
  method: 'POST',
  path: `${base}/process`,
  permission: 'dataUpload:write',
  params: environmentParams,
  response: data,
  errors: ['LOSS-DATA-MISSING'],
});
