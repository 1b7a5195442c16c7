/**
 * What a text is, which decides the statements it may hold (`docs/language`, contexts). A rule, velocity set, routing
 * rule or post-decision action is a condition text and an ordered list of clause texts; a function is a list of
 * property texts.
 */
export const PROGRAM_KINDS = [
  'decisionCondition',
  'decisionClause',
  'velocityCondition',
  'velocityDefinition',
  'routingCondition',
  'routingClause',
  'actionCondition',
  'actionClause',
  'functionProperty',
  'adHocAction',
] as const;
export type ProgramKind = (typeof PROGRAM_KINDS)[number];

/** What a set of texts belongs to. */
export const RULE_KINDS = ['decision', 'velocity', 'routing', 'action', 'function', 'adHoc'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** The kinds of the condition and of the clauses of each owner; functions and ad-hoc actions have no condition. */
export const PARTS_OF: Readonly<
  Record<RuleKind, { readonly condition: ProgramKind | null; readonly clause: ProgramKind }>
> = {
  decision: { condition: 'decisionCondition', clause: 'decisionClause' },
  velocity: { condition: 'velocityCondition', clause: 'velocityDefinition' },
  routing: { condition: 'routingCondition', clause: 'routingClause' },
  action: { condition: 'actionCondition', clause: 'actionClause' },
  function: { condition: null, clause: 'functionProperty' },
  adHoc: { condition: null, clause: 'adHocAction' },
};
