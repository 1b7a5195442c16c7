import { CONDITION_PART, type PartId, PARTS_OF, type ProgramKind, type RuleSource } from '@redoubt/fql';

/** What kind of text a part is; a rule without condition answers the kind of its clauses. */
export const kindOfPart = (rule: RuleSource, part: PartId): ProgramKind => {
  const { condition, clause } = PARTS_OF[rule.kind ?? 'decision'];
  return part === CONDITION_PART && condition !== null ? condition : clause;
};
