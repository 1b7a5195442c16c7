import type { RuleDetail } from '@redoubt/contracts';
import type { AssessmentName, RuleFamily } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listRules, saveRuleOrder, touchRuleSet } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { renameResource, setActive } from '../resources/drafted-resource.ts';
import { removeVersioned, rollBack, type RollBackInput } from '../resources/versioned-resource.ts';
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
  family: RuleFamily = 'deciding',
): Promise<RuleDetail> =>
  renameResource(ruleResource(assessment, family), context, ruleId, { ...input, name: input.name.trim() });

/**
 * Lets a published rule decide, or stops it; a draft beside it stays. Throws RULE-UNKNOWN, RULE-STALE,
 * RULE-NOT-PUBLISHED, BRANCH-EXPERIMENT-RUNNING.
 */
export const setRuleActive = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: { readonly version: string; readonly active: boolean },
  family: RuleFamily = 'deciding',
): Promise<RuleDetail> => setActive(ruleResource(assessment, family), context, ruleId, input);

/**
 * Publishes the text of an older version again, see `rollBack`. Throws RULE-UNKNOWN, RULE-STALE, RULE-NOT-PUBLISHED,
 * RULE-VERSION-CURRENT, RULE-NOT-PUBLISHABLE, BRANCH-EXPERIMENT-RUNNING.
 */
export const rollBackRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: RollBackInput,
  family: RuleFamily = 'deciding',
): Promise<RuleDetail> => rollBack(ruleResource(assessment, family), context, ruleId, input, {});

/**
 * Deletes a rule with its versions; the activity log keeps a copy. Throws RULE-UNKNOWN, RULE-STALE,
 * BRANCH-EXPERIMENT-RUNNING.
 */
export const deleteRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  version: string,
  family: RuleFamily = 'deciding',
): Promise<void> =>
  removeVersioned(ruleResource(assessment, family), context, ruleId, version, async ({ trx, stored: rule }, text) => {
    const { publishedVersion, order } = rule;
    if (order !== null) {
      const placed = await listRules(trx, [context.environmentId], assessment, rule.type, rule.branchId);
      const left = placed.filter((each) => each.order !== null).map(({ id }) => id);
      await saveRuleOrder(trx, left);
      await touchRuleSet(trx, rule);
    }
    return { assessment, version: publishedVersion, order, samplePayload: text?.samplePayload ?? null };
  });
