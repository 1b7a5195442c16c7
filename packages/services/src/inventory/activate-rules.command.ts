import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findRule, lockRuleSet } from '@redoubt/storage';
import { readAssessmentNames } from '../assessment-kinds/assessment-names.ts';
import type { EnvironmentContext } from '../context.ts';
import { setRuleActive } from '../rules/change-rule.commands.ts';
import { tagOf } from '../version-tag.ts';
import { inTransaction, within } from '../unit-of-work.ts';

export type RulesToActivate = {
  readonly active: boolean;
  readonly rules: readonly { readonly assessment: AssessmentName; readonly ruleId: Id }[];
};

/**
 * Activates or deactivates several rules of an environment at once; those that are so already stay as they are. Answers how
 * many changed. Throws RULE-UNKNOWN and RULE-NOT-PUBLISHED, and then none of them changes.
 */
export const activateRules = (
  context: EnvironmentContext,
  { active, rules }: RulesToActivate,
): Promise<{ readonly changed: number }> => {
  const { tenantId, environmentId } = context;
  return inTransaction(context, async (trx) => {
    const named = new Set(rules.map(({ assessment }) => assessment));
    // Locks are taken in the order of every writer: rule sets, one after the other, before the plan head.
    for (const { kind: assessment } of await readAssessmentNames(trx, environmentId)) {
      if (named.has(assessment)) await lockRuleSet(trx, tenantId, { environmentId, assessment });
    }
    const joined = within(context, trx);
    let changed = 0;
    for (const { assessment, ruleId } of rules) {
      const rule = await findRule(trx, { environmentId, assessment }, ruleId);
      if (!rule || rule.type === 'routing') throw fail('RULE-UNKNOWN', { id: ruleId });
      if (rule.active === active && rule.publishedVersion !== null) continue;
      await setRuleActive(joined, assessment, ruleId, { version: tagOf(rule.version), active });
      changed += 1;
    }
    return { changed };
  });
};
