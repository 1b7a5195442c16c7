import { BACKTEST_STATUSES, BACKTEST_UNKNOWNS, MONEY_BASES, PRUNE_REASONS, RULES_THAT_STAY } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, guid, jobProgress } from '../common.ts';
import { costModel } from '../cost-model/cost-model.ts';
import { defineEndpoint } from '../define.ts';
import { reportDays } from '../reports/report-parts.ts';

const prunings = environmentParams.extend({ assessment: assessmentName });
const onePruning = prunings.extend({ pruningId: guid });
const base = '/platform/v1/environments/:environmentId/rulesets/:assessment/prunings';

/** Net value with its interval of 95 per cent. */
const worth = z.strictObject({ net: z.number(), lower: z.number(), upper: z.number() });

const prunedRule = z.strictObject({
  id: guid,
  name: z.string(),
  environmentId: guid.nullable(),
  environmentName: z.string().nullable(),
  /** Why it is in every set: it stands above, only observes, or sets variables that others read; null for one that may go. */
  stays: z.enum(RULES_THAT_STAY).nullable(),
  /** Events whose condition holds, whatever other rules say; of those, the ones it decides, and the ones decided otherwise without it. */
  matched: z.number().int(),
  decided: z.number().int(),
  changed: z.number().int(),
  /** Whether nothing says what its events would have become; it stays in the proposed set. */
  isUnknown: z.boolean(),
  /** What it is worth given all others. */
  marginal: worth,
  /** What it was worth given those that were left when it went; null for one that stays. */
  marginalWhenRemoved: worth.nullable(),
  /** Which one it was to go, from 1. */
  removedAt: z.number().int().nullable(),
  duplicateOf: z.strictObject({ id: guid, covered: z.number(), covers: z.number() }).nullable(),
  reasons: z.array(z.enum(PRUNE_REASONS)),
});

const pruningResult = z.strictObject({
  /** Stored events whose rules were asked again, each rule whatever the others said. */
  events: z.number().int(),
  /** Null where no amount is known. */
  currency: z.string().nullable(),
  costs: costModel,
  costsFrom: z.string().nullable(),
  /** Currencies without a rate; their events are counted and have no value. */
  missing: z.array(z.strictObject({ currency: z.string(), events: z.number().int() })),
  /** How many stopped events of the period rest on what. */
  stoppedBy: z.record(z.enum(MONEY_BASES), z.number()),
  /** What the whole set is worth beside letting everything pass. */
  whole: worth,
  /** In the order in which they run. */
  rules: z.array(prunedRule),
  /** From the whole set to the smallest: rules left, what they are worth, and the rule that went. */
  curve: z.array(z.strictObject({ rules: z.number().int(), net: z.number(), removed: guid.nullable() })),
  /** Rules in the smallest set that keeps 99 per cent of the highest value of the curve. */
  proposed: z.number().int(),
  /** Events that two rules both match, each pair once. */
  overlaps: z.array(z.strictObject({ ruleId: guid, otherId: guid, events: z.number().int() })),
  errors: z.strictObject({ events: z.number().int(), messages: z.array(z.string()) }),
  /** What could not be known for the time of an event, with the number of events it matters for. */
  unknown: z.array(z.strictObject({ kind: z.enum(BACKTEST_UNKNOWNS), name: z.string(), events: z.number().int() })),
});
export type RulePruningResult = z.infer<typeof pruningResult>;
export type PrunedRuleDetail = z.infer<typeof prunedRule>;

const rulePruning = z.strictObject({
  id: guid,
  status: z.enum(BACKTEST_STATUSES),
  /** First and last day of events, in UTC. */
  from: z.string(),
  to: z.string(),
  includeChildren: z.boolean(),
  ...jobProgress,
  result: pruningResult.nullable(),
});
export type RulePruningDetail = z.infer<typeof rulePruning>;

export const startRulePruning = defineEndpoint({
  id: 'rulePruning.start',
  summary:
    'Ask every rule about the stored events of a period, and work out what each is worth given the others; nothing is changed.',
  method: 'POST',
  path: base,
  permission: 'decisionRules:write',
  params: prunings,
  body: z.strictObject({ ...reportDays, includeChildren: z.boolean().default(true) }),
  response: rulePruning,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG', 'REQ-OVERLOADED'],
});

export const getRulePrunings = defineEndpoint({
  id: 'rulePruning.list',
  summary: 'The newest prunings of an assessment, without their results.',
  method: 'GET',
  path: base,
  permission: 'decisionRules:read',
  params: prunings,
  response: z.strictObject({ prunings: z.array(rulePruning) }),
  errors: [],
});

export const getRulePruning = defineEndpoint({
  id: 'rulePruning.get',
  summary: 'One pruning, with its progress and, once done, its result.',
  method: 'GET',
  path: `${base}/:pruningId`,
  permission: 'decisionRules:read',
  params: onePruning,
  response: rulePruning,
  errors: ['PRUNING-UNKNOWN'],
});

export const cancelRulePruning = defineEndpoint({
  id: 'rulePruning.cancel',
  summary: 'Stop a pruning that is running.',
  method: 'POST',
  path: `${base}/:pruningId/cancel`,
  permission: 'decisionRules:write',
  params: onePruning,
  response: rulePruning,
  errors: ['PRUNING-UNKNOWN'],
});
