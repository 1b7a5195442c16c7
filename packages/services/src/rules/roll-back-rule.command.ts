import type { RuleDetail } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findRuleVersion, lockRuleSet } from '@redoubt/storage';
import { requireNoExperiment } from './branch-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { takeResource } from '../resources/resource.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { publishText } from './publish-text.ts';
import { ruleResource } from './rule-resource.ts';
import { ruleSetKey } from './rule-scope.ts';
import { inTransaction } from '../unit-of-work.ts';

export type RollBackInput = {
  /** Tag of the rule as the caller saw it. */
  readonly version: string;
  /** The older version. */
  readonly to: number;
  readonly note: string;
};

/**
 * Publishes the text of an older version again, as a new version. Name, description and whether the rule is active stay
 * as they are, and so does a draft beside it. Throws RULE-UNKNOWN, RULE-STALE, RULE-NOT-PUBLISHED, RULE-VERSION-CURRENT,
 * BRANCH-EXPERIMENT-RUNNING, and RULE-NOT-PUBLISHABLE where the old text names something that is gone.
 */
export const rollBackRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: RollBackInput,
): Promise<RuleDetail> => {
  const { tenantId } = context;
  const key = ruleSetKey(context, assessment);
  requireClean({ 'body.note': input.note });
  return inTransaction(context, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeResource(ruleResource(assessment), trx, context.environmentId, ruleId, input.version);
    if (rule.publishedVersion === null) throw fail('RULE-NOT-PUBLISHED', { name: rule.name });
    if (rule.publishedVersion === input.to) throw fail('RULE-VERSION-CURRENT', { name: rule.name, version: input.to });
    await requireNoExperiment(trx, context, rule.branchId);
    const older = await findRuleVersion(trx, ruleId, input.to);
    if (!older) throw fail('RULE-UNKNOWN', { id: ruleId, version: input.to });
    const { name, description, active } = rule;
    await publishText(trx, context, rule, older, { name, description, active, note: input.note, restores: input.to });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};
