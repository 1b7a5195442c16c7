import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { DraftState } from '../../../drafts/draft-state.ts';
import { conflictIn, type Conflict, type ConflictTexts } from '../../../shared/authoring/merge/conflict.ts';
import { textOf } from '../../../shared/authoring/text/rule-text.ts';
import { startingText } from '../editor/draft-state.ts';

const RULES: ConflictTexts<RuleDetail> = {
  versionedOf: (rule) => rule,
  startingText,
  publishedText: ({ published }) => (published === null ? null : textOf(published)),
};

/** As `conflictIn`, of a rule. */
export const conflictOf = (
  state: Pick<DraftState<RuleDetail, RuleText>, 'phase' | 'saved' | 'theirs'>,
): Conflict | null => conflictIn(RULES, state);
