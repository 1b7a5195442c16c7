import { allows, fail, isRuleName, isRuleNameTaken, type AssessmentName, type RuleType } from '@redoubt/domain';
import { isCleanText, type Id } from '@redoubt/kernel';
import { listOtherRuleNames, type RuleSetKey, type TenantTransaction } from '@redoubt/storage';
import type { ResourceType } from '../activity-entry.ts';
import type { EnvironmentContext } from '../context.ts';

/** The rule list of production that a call is about. */
export const ruleSetKey = (context: EnvironmentContext, assessment: AssessmentName): RuleSetKey => ({
  environmentId: context.environmentId,
  assessment,
});

export const mayWriteRules = (context: EnvironmentContext): boolean =>
  allows(context.capabilities, 'decisionRules:write');

/** What the activity log calls a rule. */
export const activityType = ({ type }: { readonly type: RuleType }): ResourceType =>
  type === 'action' ? 'PostDecisionAction' : 'DecisionRule';

/** Refuses a name that no rule may have, or that another rule of the set has. */
export const requireRuleName = async (
  trx: TenantTransaction,
  key: RuleSetKey,
  name: string,
  exceptRuleId: Id | null,
): Promise<void> => {
  if (!isRuleName(name) || !isCleanText(name)) throw fail('RULE-NAME-INVALID', { name });
  if (isRuleNameTaken(name, await listOtherRuleNames(trx, key, exceptRuleId))) throw fail('RULE-NAME-TAKEN', { name });
};
