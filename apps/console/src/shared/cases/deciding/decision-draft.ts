import { MAX_CASE_NOTE, type CaseDecision } from '@redoubt/domain';
import { isBlockDraft, NO_BLOCK, type BlockDraft } from './block-draft.ts';

/** What an agent chose and typed so far. */
export type DecisionDraft = {
  /** Name of a configured decision; null before one is chosen. */
  readonly decision: string | null;
  readonly reason: string | null;
  readonly note: string;
  /** Values of the event that are to be blocked with it. */
  readonly block: BlockDraft;
};

export const EMPTY_DRAFT: DecisionDraft = { decision: null, reason: null, note: '', block: NO_BLOCK };

/** Whether what a tab kept is a draft. */
export const isDecisionDraft = (value: unknown): value is DecisionDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { decision, reason, note, block } = value as Record<string, unknown>;
  const isChoice = (each: unknown): boolean => each === null || typeof each === 'string';
  return isChoice(decision) && isChoice(reason) && typeof note === 'string' && isBlockDraft(block);
};

/** The draft with another decision; its reason stays where that decision has it too, and an only reason is chosen. */
export const withDecision = (
  { reason, note, block }: DecisionDraft,
  { name, reasons }: Pick<CaseDecision, 'name' | 'reasons'>,
): DecisionDraft => ({
  decision: name,
  reason: reason !== null && reasons.includes(reason) ? reason : reasons.length === 1 ? (reasons[0] ?? null) : null,
  note,
  block,
});

/** What keeps a draft from being submitted. */
export type DraftProblem = 'noDecision' | 'noReason' | 'longNote';

/** The first problem of a draft; undefined where it can be submitted. A choice that was taken out counts as none. */
export const draftProblem = (
  { decision, reason, note }: DecisionDraft,
  decisions: readonly Pick<CaseDecision, 'name' | 'reasons'>[],
): DraftProblem | undefined => {
  const chosen = decisions.find(({ name }) => name === decision);
  if (!chosen) return 'noDecision';
  if (reason === null || !chosen.reasons.includes(reason)) return 'noReason';
  return note.length > MAX_CASE_NOTE ? 'longNote' : undefined;
};
