import { DECISIONS, MONEY_BASES, RULE_MEASURES, RULE_REPORT_BARS, RULE_REPORT_FILTERS } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant } from '../common.ts';
import { costModel } from '../cost-model/cost-model.ts';
import { defineEndpoint } from '../define.ts';
import { dayQuestion, reportFigure, reportFilters, reportFrame } from './report-parts.ts';

const figure = reportFigure(RULE_MEASURES);

const moneyParts = {
  /** What stopped fraud would have cost. */
  prevented: z.number(),
  /** What good customers that were stopped cost. */
  insult: z.number(),
  /** What analysts' work cost, and the events in review. */
  review: z.number(),
  reviewEvents: z.number(),
  /** The first without the others, and its interval of 95 per cent. */
  net: z.number(),
  lower: z.number(),
  upper: z.number(),
  /** Stopped events that are fraud and good, known or estimated. */
  fraudEvents: z.number(),
  goodEvents: z.number(),
  stopped: z.number(),
};

/** What a rule or clause saved and cost, in the currency of `money`. */
const money = z.strictObject({
  ...moneyParts,
  /**
   * What says what stopped events would have become: purchases that the control share let pass (`control`), an assumption
   * from outcomes of others (`outcomes`) or from approved events just below in score (`neighbours`), or `labels` only.
   */
  basis: z.enum(MONEY_BASES),
  /** Events that it rests on. */
  evidence: z.number(),
});

const moneyTotal = z.strictObject({
  ...moneyParts,
  /** How many stopped events rest on what. */
  stoppedBy: z.record(z.enum(MONEY_BASES), z.number()),
});

const measured = z.strictObject({
  total: figure,
  /** Hits, decided ones and how, fraud among hits, fraud stopped, good customers hit and answers of the bank, one for each bar of the answer; what is 0 is left out. */
  bars: z.array(figure),
  /** The same of the period that it is compared with; null where nothing was asked. */
  before: figure.nullable(),
  /** Null where no amount is known. */
  money: money.nullable(),
  moneyBefore: money.nullable(),
});

const clause = measured.extend({
  name: z.string(),
  /** Place among the clauses of the version that is published, from 1; null for one that is in it no more. */
  order: z.number().int().nullable(),
  /** Decisions that its text can return, or that it returned; none for a clause that only observes. */
  decisions: z.array(z.enum(DECISIONS)),
});

const reportedRule = measured.extend({
  id: guid,
  /** The one it has, or had last; empty where the activity log does not know it. */
  name: z.string(),
  /** Other names that it had in the period, the oldest first. */
  formerNames: z.array(z.string()),
  state: z.enum(['active', 'inactive', 'deleted']),
  deletedAt: instant.nullable(),
  /** The one that it stands in; null of a deleted rule that the activity log does not know. */
  environmentId: guid.nullable(),
  environmentName: z.string().nullable(),
  /** Place in the run order of its environment. */
  order: z.number().int().nullable(),
  publishedVersion: z.number().int().nullable(),
  /** Whether one of its clauses returns a decision; the others only observe. */
  decides: z.boolean(),
  decisions: z.array(z.enum(DECISIONS)),
  clauses: z.array(clause),
  /** The net value of each bar of the answer; null where no amount is known. */
  nets: z.array(z.number()).nullable(),
  /** Hits by the hundred of their score, from 0 to 900; null for readers who may not see scores. */
  scores: z.array(z.number()).nullable(),
});

const ruleReport = z.strictObject({
  ...reportFrame,
  /** Decided events of the period, whether a rule was hit or not. */
  events: z.number().int(),
  eventsBefore: z.number().int().nullable(),
  /** Rules that decide here or below, and those of former times that were hit, in no order. */
  rules: z.array(reportedRule),
  /** What decisions saved and cost; null where no amount is known. */
  money: z
    .strictObject({
      currency: z.string(),
      /** Whether amounts of other currencies are converted; else their events are left out. */
      converts: z.boolean(),
      /** Currencies of stopped events that are left out, most events first. */
      missing: z.array(z.strictObject({ currency: z.string(), events: z.number() })),
      costs: costModel,
      /** The environment that says the costs; null for the defaults. */
      costsFrom: z.string().nullable(),
      /** Of all rules. */
      total: moneyTotal,
      before: moneyTotal.nullable(),
    })
    .nullable(),
  /** Publications in the period, the oldest first. */
  changes: z.array(z.strictObject({ at: instant, ruleId: guid, name: z.string(), version: z.number().int() })),
  /** Events of the period that two rules both hit, each pair once; `otherId` is null where no other rule was hit. Filters do not narrow them. */
  overlaps: z.array(
    z.strictObject({
      ruleId: guid,
      otherId: guid.nullable(),
      events: z.number().int(),
      fraud: z.number().int(),
      nonFraud: z.number().int(),
    }),
  ),
});
export type RuleReport = z.infer<typeof ruleReport>;
export type ReportedMoney = NonNullable<RuleReport['money']>;
export type ReportedRule = RuleReport['rules'][number];
export type ReportedClause = ReportedRule['clauses'][number];

export const queryRuleReport = defineEndpoint({
  id: 'reports.rules',
  summary: 'What rules and clauses hit and decided, with labels as they stand now, and how rules overlap.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/reports/rules/query',
  permission: 'reports:read',
  params: environmentParams,
  body: z.strictObject({
    ...dayQuestion,
    filters: reportFilters(RULE_REPORT_FILTERS),
    /** All where absent. `counts`: bars have no amounts. */
    bars: z.enum(RULE_REPORT_BARS).optional(),
  }),
  response: ruleReport,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG'],
});
