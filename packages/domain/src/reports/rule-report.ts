import { drillOf, type Drill, type DrillFilter } from './report-drill.ts';
import type { ReportCell } from './report-drill.ts';
import type { ReportQuery } from './report-query.ts';
import { OUTCOME_DIMENSIONS } from './report-source.ts';

/**
 * What is counted of a rule or a clause, and summed by currency. A hit is an event whose condition held; of those, one is
 * decided by the first clause that returns a decision, and only observed by the others. `fraudStopped` and `goodHit` were
 * rejected, reviewed or challenged by it and later labelled as fraud or not. What the bank answered is counted of hits.
 */
export const RULE_MEASURES = [
  'hits',
  'decided',
  'approved',
  'rejected',
  'reviewed',
  'challenged',
  'fraud',
  'nonFraud',
  'fraudStopped',
  'goodHit',
  'chargebacks',
  'bankApproved',
  'bankDeclined',
] as const;
export type RuleMeasure = (typeof RULE_MEASURES)[number];

/** Measures of a rule that are given by bar. */
export const RULE_BAR_MEASURES = [
  'hits',
  'decided',
  'rejected',
  'reviewed',
  'challenged',
  'fraud',
  'fraudStopped',
  'goodHit',
  'bankApproved',
  'bankDeclined',
] as const satisfies readonly RuleMeasure[];

/** Bars of rules and clauses with counts and amounts, or with counts alone. */
export const RULE_REPORT_BARS = ['all', 'counts'] as const;

/** What a report of rules can be narrowed by: what its sums know besides the rule. */
export const RULE_REPORT_FILTERS = OUTCOME_DIMENSIONS;

/** Decisions that hold an event up; each may hit a good customer. */
export const STOPPING_DECISIONS = ['Reject', 'Review', 'Challenge'] as const;

/** A rule by its id, and one of its clauses by name; null means the rule as a whole. */
export type RuleOrClause = { readonly ruleId: string; readonly clause: string | null };

/** The value of the Search fields `hit` and `decidedBy`. */
export const hitValue = ({ ruleId, clause }: RuleOrClause): string =>
  clause === null ? ruleId : `${ruleId} ${clause}`;

const decision = (...values: string[]): DrillFilter => ({ field: 'decision', operator: 'is', values });
const label = (value: string): DrillFilter => ({ field: 'fraudLabel', operator: 'is', values: [value] });

const NARROWED: Readonly<
  Record<RuleMeasure, { readonly by: 'hit' | 'decidedBy'; readonly and: DrillFilter[] } | null>
> = {
  hits: { by: 'hit', and: [] },
  decided: { by: 'decidedBy', and: [] },
  approved: { by: 'decidedBy', and: [decision('Approve')] },
  rejected: { by: 'decidedBy', and: [decision('Reject')] },
  reviewed: { by: 'decidedBy', and: [decision('Review')] },
  challenged: { by: 'decidedBy', and: [decision('Challenge')] },
  fraud: { by: 'hit', and: [label('Fraud')] },
  nonFraud: { by: 'hit', and: [label('NonFraud')] },
  fraudStopped: { by: 'decidedBy', and: [decision(...STOPPING_DECISIONS), label('Fraud')] },
  goodHit: { by: 'decidedBy', and: [decision(...STOPPING_DECISIONS), label('NonFraud')] },
  chargebacks: null,
  bankApproved: null,
  bankDeclined: null,
};

/** The events that a figure of a rule or clause counts, for Search; null where Search cannot ask for them. */
export const ruleDrillOf = (
  query: Omit<ReportQuery, 'by'>,
  of: RuleOrClause,
  measure: RuleMeasure,
  barMs: ReportCell['barMs'] = null,
): Drill | null => {
  const narrowed = NARROWED[measure];
  const drill = drillOf({ ...query, by: null }, { barMs, value: null });
  if (narrowed === null || drill === null) return null;
  const hit: DrillFilter = { field: narrowed.by, operator: 'is', values: [hitValue(of)] };
  return { ...drill, query: { ...drill.query, filters: [hit, ...narrowed.and, ...drill.query.filters] } };
};

/** The events that two rules both hit; each rule is named by its id. */
export const overlapDrillOf = (query: Omit<ReportQuery, 'by'>, ruleId: string, otherId: string): Drill | null => {
  const drill = ruleDrillOf(query, { ruleId, clause: null }, 'hits');
  if (drill === null) return null;
  const other: DrillFilter = { field: 'hit', operator: 'is', values: [otherId] };
  return { ...drill, query: { ...drill.query, filters: [...drill.query.filters, other] } };
};
