import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { DraftState as AnyDraftState } from '../../../drafts/draft-state.ts';
import type { DraftStore as AnyDraftStore } from '../../../drafts/draft-store.ts';
import type { VersionedKind } from '../../../shared/authoring/editing/versioned-kind.ts';
import { versionText } from '../../../shared/rules/rules.queries.ts';
import { sameText, textOf } from '../../../shared/authoring/text/rule-text.ts';

export type DraftState = AnyDraftState<RuleDetail, RuleText>;
export type DraftStore = AnyDraftStore<RuleDetail, RuleText>;

const EMPTY: RuleText = { condition: '', clauses: [], samplePayload: {} };

/** Rules, as their editor handles their versions. */
export const RULES: VersionedKind<RuleDetail, RuleText> = {
  codes: { stale: 'RULE-STALE', unknown: 'RULE-UNKNOWN' },
  startingText: (rule) => textOf(rule.draft ?? rule.published ?? EMPTY),
  sameText,
  versionsOf: (rule) => rule,
  publishedText: ({ published }) => (published === null ? null : textOf(published)),
  readVersion: async (call, rule, version, signal) => textOf(await versionText(call, rule, version, signal)),
  toRuleText: (text) => text,
  fromRuleText: (merged) => merged,
};
