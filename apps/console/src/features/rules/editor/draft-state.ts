import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { DraftState as AnyDraftState, DraftTexts } from '../../../drafts/draft-state.ts';
import type { DraftStore as AnyDraftStore } from '../../../drafts/draft-store.ts';
import { sameText, textOf } from '../../../shared/authoring/text/rule-text.ts';

export type DraftState = AnyDraftState<RuleDetail, RuleText>;
export type DraftStore = AnyDraftStore<RuleDetail, RuleText>;

const EMPTY: RuleText = { condition: '', clauses: [], samplePayload: {} };

/** The text a person starts from: the draft where there is one, else what is published. */
export const startingText = (rule: RuleDetail): RuleText => textOf(rule.draft ?? rule.published ?? EMPTY);

/** Drafts of rules. */
export const RULE_TEXTS: DraftTexts<RuleDetail, RuleText> = { startingText, sameText };
