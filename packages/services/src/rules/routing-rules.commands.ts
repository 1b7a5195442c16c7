import type { PublishedRuleDetail, RoutingRuleSet, RuleDetail, RuleText } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import type { RollBackInput } from '../resources/versioned-resource.ts';
import { deleteRule, renameRule, rollBackRule, setRuleActive } from './change-rule.commands.ts';
import { createRule } from './create-rule.command.ts';
import { discardDraft, saveDraft } from './draft.commands.ts';
import { publishRule, type PublishInput } from './publish-rule.command.ts';
import { getRoutingRuleSet } from './routing-rules.queries.ts';
import { saveOrder } from './rule-set.commands.ts';

/**
 * A new routing rule as a draft. Throws RULE-NAME-INVALID, RULE-NAME-TAKEN, TEMPLATE-UNKNOWN, ASSESSMENT-UNKNOWN, and
 * ROUTING-NO-CASES where reviews of the assessment do not become cases.
 */
export const createRoutingRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: {
    readonly name: string;
    readonly description: string;
    readonly text?: RuleText | undefined;
    readonly templateId?: Id | undefined;
  },
): Promise<RuleDetail> => createRule(context, assessment, { ...input, type: 'routing' });

/** As `saveDraft`, of a routing rule. */
export const saveRoutingDraft = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly text: RuleText; readonly mergedWith?: number | undefined },
): Promise<RuleDetail> => saveDraft(context, assessment, ruleId, input, 'routing');

/** As `discardDraft`, of a routing rule. */
export const discardRoutingDraft = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
): Promise<void> => discardDraft(context, assessment, ruleId, 'routing');

/** As `publishRule`; the rule routes from the next reviewed event on. */
export const publishRoutingRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: PublishInput,
): Promise<PublishedRuleDetail> => publishRule(context, assessment, ruleId, input, 'routing');

/** As `rollBackRule`, of a routing rule. */
export const rollBackRoutingRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: RollBackInput,
): Promise<RuleDetail> => rollBackRule(context, assessment, ruleId, input, 'routing');

/** As `renameRule`, of a routing rule. */
export const renameRoutingRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<RuleDetail> => renameRule(context, assessment, ruleId, input, 'routing');

/** As `setRuleActive`, of a routing rule. */
export const setRoutingRuleActive = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly active: boolean },
): Promise<RuleDetail> => setRuleActive(context, assessment, ruleId, input, 'routing');

/** As `deleteRule`, of a routing rule. */
export const deleteRoutingRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  version: string,
): Promise<void> => deleteRule(context, assessment, ruleId, version, 'routing');

/** Saves the order in which published routing rules run. Throws RULE-ORDER-STALE for one made from an older state. */
export const orderRoutingRules = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  { version, ruleIds }: { readonly version: string; readonly ruleIds: readonly Id[] },
): Promise<RoutingRuleSet> => {
  await saveOrder(context, assessment, { version, ruleIds, type: 'routing' });
  return getRoutingRuleSet(context, assessment);
};
