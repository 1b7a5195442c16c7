import type { RuleDetail } from '@redoubt/contracts';
import { fail, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { deleteRuleDraft, findRuleDraft, lockRuleSet } from '@redoubt/storage';
import { requireNoExperiment } from '../branches/branch-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { requireNoApproval } from './publish-request.commands.ts';
import { publishText } from './publish-text.ts';
import { requireRuleName, ruleSetKey, takeRule } from './rule-scope.ts';

export type PublishInput = {
  /** Tag of the rule as the caller saw it. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  /** Publish the draft although the rule changed meanwhile. */
  readonly overwrite: boolean;
  /** See `Publication`. */
  readonly brought?: boolean;
};

/**
 * Publishes the draft: a new version decides from the next event on. A rule that is published for the first time runs
 * after all others. Throws RULE-UNKNOWN, RULE-NO-DRAFT, RULE-NAME-INVALID, RULE-NAME-TAKEN, RULE-NOT-PUBLISHABLE,
 * RULE-APPROVAL-REQUIRED, BRANCH-EXPERIMENT-RUNNING, and RULE-STALE where the rule changed meanwhile and `overwrite` is not set.
 */
export const publishRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: PublishInput,
): Promise<RuleDetail> => {
  const { database, tenantId } = context;
  const key = ruleSetKey(context, assessment);
  const { description, active, note, brought } = input;
  const name = input.name.trim();
  requireClean({ 'body.description': description, 'body.note': note });
  return database.inTenant(tenantId, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeRule(trx, key, ruleId, input.overwrite ? null : input.version);
    const draft = await findRuleDraft(trx, ruleId);
    await requireNoApproval(trx, rule);
    await requireNoExperiment(trx, context, rule.branchId);
    if (!draft) throw fail('RULE-NO-DRAFT', { name: rule.name });
    const stale = draft.basedOnVersion !== (rule.publishedVersion ?? 0);
    if (stale && !input.overwrite) throw fail('RULE-STALE', { name: rule.name, by: rule.changedBy });
    await requireRuleName(trx, rule, name, ruleId);
    await publishText(trx, context, rule, draft, { name, description, active, note, restores: null, brought });
    await deleteRuleDraft(trx, ruleId);
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};
