import type { Branches } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import {
  advancePlanHead,
  deleteStoredBranch,
  listBranches,
  listRules,
  lockRuleSet,
  renameStoredBranch,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { ruleSetKey } from '../rules/rule-scope.ts';
import { requireCurrent } from '../version-tag.ts';
import { recordBranch, requireBranch, requireNoExperiment } from '../rules/branch-scope.ts';
import { readBranches } from './branches.query.ts';
import { requireBranchNames } from './create-branch.command.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Changes the name of a branch; callers know it by its API name, which stays. Throws BRANCH-UNKNOWN, BRANCH-NAME-*. */
export const renameBranch = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  input: { readonly name: string },
): Promise<Branches> => {
  const { tenantId } = context;
  const key = ruleSetKey(context, assessment);
  const name = input.name.trim();
  requireClean({ 'body.name': name });
  return inTransaction(context, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const branch = await requireBranch(trx, context, assessment, apiName, true);
    requireBranchNames({ name, apiName: branch.apiName }, await listBranches(trx, key), branch.id);
    await renameStoredBranch(trx, branch.id, name);
    await recordBranch(trx, context, {
      assessment,
      operation: 'Rename',
      id: branch.id,
      name,
      original: { name: branch.name },
      modified: { name },
    });
    return readBranches(trx, context, assessment);
  });
};

/**
 * Deletes a branch with its rules, drafts and experiments; the activity log keeps what its rules said. Throws
 * BRANCH-UNKNOWN, BRANCH-STALE where its list changed meanwhile, BRANCH-EXPERIMENT-RUNNING.
 */
export const deleteBranch = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  version: string,
): Promise<void> => {
  const { tenantId, environmentId } = context;
  await inTransaction(context, async (trx) => {
    await lockRuleSet(trx, tenantId, ruleSetKey(context, assessment));
    const branch = await requireBranch(trx, context, assessment, apiName, true);
    requireCurrent(version, branch.version, 'BRANCH-STALE', { name: branch.name });
    await requireNoExperiment(trx, context, branch.id);
    const rules = await listRules(trx, [environmentId], assessment, 'decision', branch.id);
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    await deleteStoredBranch(trx, branch.id);
    await recordBranch(trx, context, {
      assessment,
      operation: 'Delete',
      id: branch.id,
      name: branch.name,
      original: {
        apiName: branch.apiName,
        runMode: branch.runMode,
        rules: rules.map(({ name, active, publishedVersion, condition, clauses }) => ({
          name,
          active,
          publishedVersion,
          condition,
          clauses: clauses.map((clause) => ({ name: clause.name, code: clause.code })),
        })),
      },
    });
  });
};
