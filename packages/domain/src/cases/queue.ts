import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';

/** Whether agents choose among the cases of a queue, or take them in its order (`Restricted`). */
export const REVIEW_SEQUENCES = ['Unrestricted', 'Restricted'] as const;
export type ReviewSequence = (typeof REVIEW_SEQUENCES)[number];

/**
 * What cases of a queue can be ordered by, besides attributes of the assessment's schema: `expectedLoss` is amount ×
 * score where the event has one, else the amount; `weightedLoss` is that, twice as much for every twelve hours that a case is nearer
 * to its time-out (ADR 80); `timeLeft` is what is left until the time-out.
 */
export const CASE_ORDERINGS = ['eventTime', 'amount', 'riskScore', 'expectedLoss', 'weightedLoss', 'timeLeft'] as const;
export type CaseOrdering = (typeof CASE_ORDERINGS)[number];

/** Lists in which the cases of a queue are shown. */
export const CASE_LISTS = ['pending', 'inReview', 'onHold', 'escalated', 'ended'] as const;
export type CaseList = (typeof CASE_LISTS)[number];

/** Whom listed cases wait for: the caller alone, or any agent of the queue. */
export const CASE_ASSIGNMENTS = ['mine', 'free'] as const;
export type CaseAssignment = (typeof CASE_ASSIGNMENTS)[number];

/** Hours within which listed cases time out, as pages offer them; the longest time-out of a queue is thirty days. */
export const CASE_DUE_HOURS = [1, 4, 24] as const;
export const MAX_CASE_DUE_HOURS = 720;

/** Whether a queue is ordered by what every case has; else by an attribute of the assessment's schema. */
export const isCaseOrdering = (orderBy: string): orderBy is CaseOrdering =>
  (CASE_ORDERINGS as readonly string[]).includes(orderBy);

/** Attributes of purchases that are amounts in the currency of the event; the column `order_rank` of cases names them too. */
export const AMOUNT_ATTRIBUTES = ['totalAmount', 'salesTax'] as const;

const MONEY: ReadonlySet<string> = new Set(['amount', 'expectedLoss', 'weightedLoss', ...AMOUNT_ATTRIBUTES]);

/** Whether a queue is ordered by money, which is converted where rates are known. */
export const isMoneyOrdering = (orderBy: string): boolean => MONEY.has(orderBy);

/** Queues of an environment besides General (`docs/reference/limits.md`). */
export const MAX_QUEUES = 29;
export const MAX_QUEUE_NAME = 120;

/** Whether a text can name a queue. Rules write the name as a text constant, so quotes and control characters are out. */
export const isQueueName = (name: string): boolean => {
  const trimmed = name.trim();
  return trimmed !== '' && trimmed.length <= MAX_QUEUE_NAME && !/[\p{Cc}"\\]/u.test(trimmed);
};

/** Id of the queue General in every environment. */
export const GENERAL_QUEUE_ID = '00000000-0000-0000-0000-000000000000';

/** The queue that is always there: cases that no routing rule sends elsewhere. */
export const GENERAL_QUEUE = {
  name: 'General',
  timeoutMs: 24 * HOUR_MS,
  defaultDecision: 'Approve',
  sequence: 'Unrestricted',
  orderBy: 'eventTime',
  direction: 'asc',
} as const;

/** How long a queue may leave a case before its default decision applies. */
export const QUEUE_TIMEOUT_MS = { least: HOUR_MS, most: 30 * DAY_MS } as const;

/** How long a new case settles where an environment does not say otherwise, in milliseconds. */
export const CASE_HOLD_MS = 5 * MINUTE_MS;

/** Longest a case may settle, or wait on hold. */
export const MAX_CASE_HOLD_MS = 30 * DAY_MS;

/** Cases that one bulk decision takes. */
export const MAX_BULK_CASES = 500;

/** Highest risk score of an event; scores go from 0 to 999. */
const SCORE_RANGE = 1000;

/**
 * What approving a fraudulent event would cost, weighted by how likely that is: amount × score / 1000. Without a score
 * it is the amount; without an amount there is none.
 */
export const expectedLoss = (amount: number | null, riskScore: number | null): number | null =>
  amount === null ? null : riskScore === null ? amount : (amount * riskScore) / SCORE_RANGE;
