import { getRuleVersion, type RuleDetail, type RuleText } from '@redoubt/contracts';
import type { DraftState as AnyDraftState } from '../../../drafts/draft-state.ts';
import type { DraftStore as AnyDraftStore } from '../../../drafts/draft-store.ts';
import type { VersionedKind } from '../../../shared/authoring/editing/versioned-kind.ts';
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
  readVersion: async (call, rule, version, signal) =>
    textOf(
      await call(getRuleVersion, {
        params: {
          environmentId: rule.environmentId,
          assessment: rule.assessment,
          ruleId: rule.id,
          ruleVersion: version,
        },
        signal,
      }),
    ),
  toRuleText: (text) => text,
  fromRuleText: (merged) => merged,
};
