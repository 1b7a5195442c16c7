import type { RuleDetail, RuleText } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { insertRule, lockRuleSet, saveRuleDraft } from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { requireRuleName, ruleSetKey } from './rule-scope.ts';
import { blankText, storableText } from './rule-text.ts';

/** A new rule as a draft. Throws RULE-NAME-INVALID, RULE-NAME-TAKEN. */
export const createRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: { readonly name: string; readonly description: string; readonly text?: RuleText | undefined },
): Promise<RuleDetail> => {
  const { database, tenantId, environmentId } = context;
  const key = ruleSetKey(context, assessment);
  const given = input.text ? storableText(input.text) : null;
  const name = input.name.trim();
  requireClean({ 'body.description': input.description });
  return database.inTenant(tenantId, async (trx) => {
    const { samplePayload } = await lockRuleSet(trx, tenantId, key);
    const text = given ?? blankText(assessment, samplePayload);
    await requireRuleName(trx, key, name, null);
    const ruleId = newId();
    const changed = changedBy(context);
    await insertRule(trx, tenantId, { ...key, id: ruleId, name, description: input.description }, changed);
    await saveRuleDraft(trx, tenantId, ruleId, {
      ...text,
      basedOnVersion: 0,
      savedBy: changed.by,
      savedAt: changed.at,
    });
    await recordActivity(trx, context, {
      operation: 'Create',
      type: 'DecisionRule',
      id: ruleId,
      name,
      environmentId,
      modified: { name, description: input.description },
    });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};
