import type { RuleDetail } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteRule as deleteStoredRule,
  findRuleDraft,
  findRuleVersion,
  listRules,
  lockRuleSet,
  saveRuleOrder,
  touchRuleSet,
  updateRule,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireNoExperiment } from '../branches/branch-scope.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { activityType, requireRuleName, ruleSetKey, takeRule } from './rule-scope.ts';

/**
 * Changes name and description. Throws RULE-UNKNOWN, RULE-STALE, RULE-NAME-INVALID, RULE-NAME-TAKEN,
 * BRANCH-EXPERIMENT-RUNNING.
 */
export const renameRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<RuleDetail> => {
  const { database, tenantId, environmentId } = context;
  const key = ruleSetKey(context, assessment);
  const name = input.name.trim();
  const { description } = input;
  requireClean({ 'body.description': description });
  return database.inTenant(tenantId, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeRule(trx, key, ruleId, input.version);
    const published = rule.publishedVersion !== null;
    if (published) await requireNoExperiment(trx, context, rule.branchId);
    await requireRuleName(trx, rule, name, ruleId);
    const changed = changedBy(context);
    if (published) await advancePlanHead(trx, tenantId, changed.at);
    if (published && rule.branchId === null && name !== rule.name) await requireSecondPerson(trx, context);
    await updateRule(trx, ruleId, { name, description }, changed);
    await recordActivity(trx, context, {
      operation: 'Rename',
      type: activityType(rule),
      id: ruleId,
      name,
      environmentId,
      original: { name: rule.name, description: rule.description },
      modified: { name, description },
    });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};

/**
 * Lets a published rule decide, or stops it; a draft beside it stays. Throws RULE-UNKNOWN, RULE-STALE,
 * RULE-NOT-PUBLISHED, BRANCH-EXPERIMENT-RUNNING.
 */
export const setRuleActive = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly active: boolean },
): Promise<RuleDetail> => {
  const { database, tenantId, environmentId } = context;
  const key = ruleSetKey(context, assessment);
  return database.inTenant(tenantId, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeRule(trx, key, ruleId, input.version);
    if (rule.publishedVersion === null) throw fail('RULE-NOT-PUBLISHED', { name: rule.name });
    if (rule.active !== input.active) {
      await requireNoExperiment(trx, context, rule.branchId);
      const changed = changedBy(context);
      await advancePlanHead(trx, tenantId, changed.at);
      if (rule.branchId === null) await requireSecondPerson(trx, context);
      await updateRule(trx, ruleId, { active: input.active }, changed);
      await recordActivity(trx, context, {
        operation: input.active ? 'Activate' : 'Deactivate',
        type: activityType(rule),
        id: ruleId,
        name: rule.name,
        environmentId,
        original: { active: rule.active },
        modified: { active: input.active },
      });
    }
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};

/**
 * Deletes a rule with its versions; the activity log keeps a copy. Throws RULE-UNKNOWN, RULE-STALE,
 * BRANCH-EXPERIMENT-RUNNING.
 */
export const deleteRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  version: string,
): Promise<void> => {
  const { database, tenantId, environmentId } = context;
  const key = ruleSetKey(context, assessment);
  await database.inTenant(tenantId, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeRule(trx, key, ruleId, version);
    const text =
      rule.publishedVersion === null
        ? await findRuleDraft(trx, ruleId)
        : await findRuleVersion(trx, ruleId, rule.publishedVersion);
    if (rule.publishedVersion !== null) {
      await requireNoExperiment(trx, context, rule.branchId);
      await advancePlanHead(trx, tenantId, changedBy(context).at);
      if (rule.branchId === null) await requireSecondPerson(trx, context);
    }
    await deleteStoredRule(trx, ruleId);
    if (rule.order !== null) {
      const left = (await listRules(trx, [environmentId], assessment, rule.type, rule.branchId)).filter(
        ({ order }) => order !== null,
      );
      await saveRuleOrder(
        trx,
        left.map(({ id }) => id),
      );
      await touchRuleSet(trx, rule);
    }
    await recordActivity(trx, context, {
      operation: 'Delete',
      type: activityType(rule),
      id: ruleId,
      name: rule.name,
      environmentId,
      original: {
        name: rule.name,
        assessment,
        version: rule.publishedVersion,
        description: rule.description,
        active: rule.active,
        publishedVersion: rule.publishedVersion,
        order: rule.order,
        condition: text?.condition ?? '',
        clauses: (text?.clauses ?? []) as unknown as Json,
        samplePayload: text?.samplePayload ?? null,
      },
    });
  });
};
