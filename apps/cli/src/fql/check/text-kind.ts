import { PARTS_OF, PROGRAM_KINDS, type ProgramKind, RULE_KINDS, type RuleKind } from '@redoubt/fql';

/** What a text is: a clause of a kind of rule (`decision`), or exactly one context (`decisionCondition`). */
export type TextKind = RuleKind | ProgramKind;
export const TEXT_KINDS: readonly TextKind[] = [...RULE_KINDS, ...PROGRAM_KINDS];

const isRuleKind = (kind: TextKind): kind is RuleKind => RULE_KINDS.some((known) => known === kind);

export const toRuleKind = (kind: TextKind): { readonly kind: RuleKind; readonly isCondition: boolean } => {
  if (isRuleKind(kind)) return { kind, isCondition: false };
  const owner = RULE_KINDS.find((rule) => PARTS_OF[rule].condition === kind || PARTS_OF[rule].clause === kind);
  return { kind: owner ?? 'decision', isCondition: owner !== undefined && PARTS_OF[owner].condition === kind };
};

export const toProgramKind = (kind: TextKind): ProgramKind => (isRuleKind(kind) ? PARTS_OF[kind].clause : kind);
