import {
  BACKTEST_BASELINES,
  BACKTEST_STATUSES,
  BACKTEST_UNKNOWNS,
  DECISIONS,
  MAX_BRANCH_API_NAME,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, decision, environmentParams, FRAUD_LABELS, guid, instant, jobProgress } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { clause, MAX_CLAUSE_CHARACTERS, MAX_CLAUSES } from '../rules/rule-schemas.ts';

const backtestsParams = environmentParams.extend({ assessment: assessmentName });
const backtestParams = backtestsParams.extend({ backtestId: guid });
const branchApiName = z.string().min(1).max(MAX_BRANCH_API_NAME);
const base = '/platform/v1/environments/:environmentId/rulesets/:assessment/backtests';

/** Events with what they were worth. `fraud` and `genuine` count by today's label; the rest has none. */
const countShape = {
  events: z.number().int(),
  fraud: z.number().int(),
  genuine: z.number().int(),
  /** Sums per currency in whole units; an event that names none has the empty one. */
  amounts: z.array(z.strictObject({ currency: z.string(), amount: z.number(), fraudAmount: z.number() })),
};
const backtestCount = z.strictObject(countShape);
export type BacktestCount = z.infer<typeof backtestCount>;

const backtestSample = z.strictObject({
  environmentId: guid,
  eventId: z.string(),
  eventTime: instant,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  label: z.enum(FRAUD_LABELS),
  /** Absent in results of older versions. */
  before: decision.optional(),
  after: decision.optional(),
  clause: z.string().nullable(),
  reason: z.string().nullable(),
  /**
   * Name or id of the customer, read when it is asked for; null where the event names none or is gone from search. Only
   * for people who may search events.
   */
  customer: z.string().nullable().optional(),
});
export type BacktestSample = z.infer<typeof backtestSample>;

const countsByDecision = z.record(z.enum(DECISIONS), backtestCount);

/** What could not be worked out of stored events. */
export const backtestFindings = {
  /** Events for which a statement of the text could not be worked out. */
  errors: z.strictObject({ events: z.number().int(), messages: z.array(z.string()) }),
  /** What could not be known for the time of an event, with the number of events it matters for. */
  unknown: z.array(z.strictObject({ kind: z.enum(BACKTEST_UNKNOWNS), name: z.string(), events: z.number().int() })),
};

const backtestResult = z.strictObject({
  events: z.number().int(),
  before: countsByDecision,
  after: countsByDecision,
  /** Events whose decision would be another, by pair; most frequent first, with the earliest events as samples. */
  changes: z.array(
    z.strictObject({ before: decision, after: decision, ...countShape, samples: z.array(backtestSample) }),
  ),
  /** The tried rule's clauses in order: where they fired, where they decided, and where that made a difference. */
  clauses: z.array(
    z.strictObject({
      name: z.string(),
      fired: backtestCount,
      decided: backtestCount,
      changed: backtestCount,
      /** The earliest events behind each number; absent in results of older versions. */
      samples: z
        .strictObject({
          fired: z.array(backtestSample),
          decided: z.array(backtestSample),
          changed: z.array(backtestSample),
        })
        .optional(),
    }),
  ),
  ...backtestFindings,
});
export type BacktestResult = z.infer<typeof backtestResult>;

export const backtest = z.strictObject({
  id: guid,
  /** Null for a rule that was never saved, and for a branch. */
  ruleId: guid.nullable(),
  /** Name of the rule, or of the branch. */
  ruleName: z.string(),
  /** Of a branch: both lists as they were, as a promotion names them; null for a rule. */
  state: z.string().nullable(),
  status: z.enum(BACKTEST_STATUSES),
  baseline: z.enum(BACKTEST_BASELINES),
  /** Event times, `from` included, `to` not. */
  from: instant,
  to: instant,
  condition: z.string(),
  clauses: z.array(clause),
  ...jobProgress,
  result: backtestResult.nullable(),
});
export type Backtest = z.infer<typeof backtest>;

export const startBacktest = defineEndpoint({
  id: 'backtests.start',
  summary: 'Try a rule text, or a branch, on stored events, as things stood at each of them; nothing is changed.',
  method: 'POST',
  path: base,
  permission: 'decisionRules:write',
  params: backtestsParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    /** API name of a branch, which is tried as it is published; its rules are not named then. */
    branch: branchApiName.optional(),
    ruleId: guid.nullable().default(null),
    ruleName: z.string().trim().max(120).default(''),
    condition: z.string().max(MAX_CLAUSE_CHARACTERS).default(''),
    clauses: z.array(clause).max(MAX_CLAUSES).default([]),
    baseline: z.enum(BACKTEST_BASELINES).default('today'),
    from: instant,
    to: instant,
  }),
  response: backtest,
  errors: ['BRANCH-UNKNOWN', 'RULE-NOT-PUBLISHABLE', 'RULE-UNKNOWN', 'REQ-OVERLOADED'],
});

export const getBacktests = defineEndpoint({
  id: 'backtests.list',
  summary: 'The newest backtests of a rule, or of a branch, without their results.',
  method: 'GET',
  path: base,
  permission: 'decisionRules:read',
  params: backtestsParams,
  query: z.union([z.strictObject({ ruleId: guid }), z.strictObject({ branch: branchApiName })]),
  response: z.strictObject({ backtests: z.array(backtest) }),
  errors: ['BRANCH-UNKNOWN'],
});

export const getBacktest = defineEndpoint({
  id: 'backtests.get',
  summary: 'One backtest, with its progress and, once done, its result.',
  method: 'GET',
  path: `${base}/:backtestId`,
  permission: 'decisionRules:read',
  params: backtestParams,
  response: backtest,
  errors: ['BACKTEST-UNKNOWN'],
});

export const cancelBacktest = defineEndpoint({
  id: 'backtests.cancel',
  summary: 'Stop a backtest that is running.',
  method: 'POST',
  path: `${base}/:backtestId/cancel`,
  permission: 'decisionRules:write',
  params: backtestParams,
  response: backtest,
  errors: ['BACKTEST-UNKNOWN'],
});
