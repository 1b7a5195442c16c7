import {
  allows,
  fail,
  familyOf,
  isRuleName,
  isRuleNameTaken,
  type AssessmentName,
  type RuleFamily,
  type RuleType,
} from '@redoubt/domain';
import { isCleanText, type Id } from '@redoubt/kernel';
import {
  findRule,
  listOtherRuleNames,
  type RuleSetKey,
  type StoredRule,
  type TenantTransaction,
} from '@redoubt/storage';
import type { ResourceType } from '../activity-entry.ts';
import type { EnvironmentContext } from '../context.ts';

/** The rule list of production that a call is about. */
export const ruleSetKey = (context: EnvironmentContext, assessment: AssessmentName): RuleSetKey => ({
  environmentId: context.environmentId,
  assessment,
});

/** A rule of one of the lists of an assessment: who may see one list does not see the rules of the other. */
export const findListed = async (
  trx: TenantTransaction,
  key: RuleSetKey,
  ruleId: Id,
  family: RuleFamily,
  lock = false,
): Promise<StoredRule | undefined> => {
  const rule = await findRule(trx, key, ruleId, lock);
  return rule && familyOf(rule.type) === family ? rule : undefined;
};

export const mayWriteRules = (context: EnvironmentContext, family: RuleFamily): boolean =>
  allows(context.capabilities, family === 'routing' ? 'routingRules:write' : 'decisionRules:write');

const ACTIVITY_TYPES = {
  decision: 'DecisionRule',
  action: 'PostDecisionAction',
  routing: 'RoutingRule',
} as const satisfies Record<RuleType, ResourceType>;

/** What the activity log calls a rule. */
export const activityType = ({ type }: { readonly type: RuleType }): ResourceType => ACTIVITY_TYPES[type];

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
