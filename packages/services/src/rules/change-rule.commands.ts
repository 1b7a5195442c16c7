import type { RuleDetail } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { findRuleDraft, findRuleVersion, listRules, saveRuleOrder, touchRuleSet } from '@redoubt/storage';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { renameResource, setActive } from '../resources/drafted-resource.ts';
import { removeResource } from '../resources/resource.ts';
import { ruleResource } from './rule-resource.ts';

/**
 * Changes name and description. Throws RULE-UNKNOWN, RULE-STALE, RULE-NAME-INVALID, RULE-NAME-TAKEN,
 * BRANCH-EXPERIMENT-RUNNING.
 */
export const renameRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<RuleDetail> =>
  renameResource(ruleResource(assessment), context, ruleId, { ...input, name: input.name.trim() });

/**
 * Lets a published rule decide, or stops it; a draft beside it stays. Throws RULE-UNKNOWN, RULE-STALE,
 * RULE-NOT-PUBLISHED, BRANCH-EXPERIMENT-RUNNING.
 */
export const setRuleActive = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly active: boolean },
): Promise<RuleDetail> => setActive(ruleResource(assessment), context, ruleId, input);

/**
 * Deletes a rule with its versions; the activity log keeps a copy. Throws RULE-UNKNOWN, RULE-STALE,
 * BRANCH-EXPERIMENT-RUNNING.
 */
export const deleteRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  version: string,
): Promise<void> => {
  const { environmentId } = context;
  const kind = ruleResource(assessment);
  return removeResource(kind, context, ruleId, version, async ({ trx, stored: rule }) => {
    const { name, description, active, publishedVersion, order } = rule;
    const text =
      publishedVersion === null
        ? await findRuleDraft(trx, ruleId)
        : await findRuleVersion(trx, ruleId, publishedVersion);
    if (publishedVersion !== null) {
      await kind.beforePublished(trx, context, rule);
      if (kind.decides(rule)) await requireSecondPerson(trx, context);
    }
    await kind.delete(trx, ruleId);
    if (order !== null) {
      const placed = await listRules(trx, [environmentId], assessment, rule.type, rule.branchId);
      const left = placed.filter((each) => each.order !== null).map(({ id }) => id);
      await saveRuleOrder(trx, left);
      await touchRuleSet(trx, rule);
    }
    return {
      name,
      assessment,
      version: publishedVersion,
      description,
      active,
      publishedVersion,
      order,
      condition: text?.condition ?? '',
      clauses: (text?.clauses ?? []) as unknown as Json,
      samplePayload: text?.samplePayload ?? null,
    };
  });
};
