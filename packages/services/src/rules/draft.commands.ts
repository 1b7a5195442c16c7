import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { AssessmentName, RuleFamily } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { discardDraft as discard, saveDraft as save } from '../resources/drafted-resource.ts';
import { ruleResource } from './rule-resource.ts';
import { storableText } from '../symbols/rule-text.ts';

/**
 * Saves the draft, which belongs to the rule: everybody who may write rules sees it, with whose it is. Throws
 * RULE-UNKNOWN, and RULE-STALE where another one was saved or published meanwhile.
 */
export const saveDraft = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: {
    readonly version: string;
    readonly text: RuleText;
    /** The published version the text was merged with; as the draft was begun where absent. */
    readonly mergedWith?: number | undefined;
  },
  family: RuleFamily = 'deciding',
): Promise<RuleDetail> =>
  save(ruleResource(assessment, family), context, ruleId, { ...input, text: storableText(assessment, input.text) });

/** Drops the draft; a rule that was never published disappears. Throws RULE-UNKNOWN, RULE-NO-DRAFT. */
export const discardDraft = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  family: RuleFamily = 'deciding',
): Promise<void> => discard(ruleResource(assessment, family), context, ruleId);
