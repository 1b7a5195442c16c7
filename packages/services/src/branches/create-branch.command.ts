import type { Branches } from '@redoubt/contracts';
import { branchNameProblem, fail, MAX_BRANCHES, type AssessmentName } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  copyRules,
  insertBranch,
  listBranches,
  listRules,
  lockRuleSet,
  readRuleSet,
  type RuleListItem,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { ruleSetKey } from '../rules/rule-scope.ts';
import { namedRuleSet, recordBranch } from '../rules/branch-scope.ts';
import { readBranches } from './branches.query.ts';
import { inTransaction } from '../unit-of-work.ts';

export type NewBranch = {
  readonly name: string;
  readonly apiName: string;
};

/** Refuses names that no branch may have or another one has, and one branch too many. */
export const requireBranchNames = (
  names: NewBranch,
  others: readonly (NewBranch & { readonly id: Id })[],
  exceptId?: Id,
): void => {
  const problem = branchNameProblem(
    names,
    others.filter(({ id }) => id !== exceptId),
  );
  if (problem === 'invalid') throw fail('BRANCH-NAME-INVALID', names);
  if (problem === 'taken') throw fail('BRANCH-NAME-TAKEN', names);
};

/** Copies rules, in their order, into a new branch and writes down that it was done. The caller has locked the rule set. */
export const copyIntoBranch = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  branch: NewBranch & { readonly source: { readonly id: Id; readonly name: string } | null },
  rules: readonly RuleListItem[],
  withDrafts: boolean,
): Promise<void> => {
  const { tenantId } = context;
  const key = ruleSetKey(context, assessment);
  const { name, apiName, source } = branch;
  const known = await listBranches(trx, key);
  requireBranchNames({ name, apiName }, known);
  if (known.length >= MAX_BRANCHES) throw fail('BRANCH-LIMIT', { limit: MAX_BRANCHES });
  const { runMode } = await readRuleSet(trx, { ...key, branchId: source?.id ?? null });
  const id = newId();
  const changed = changedBy(context);
  await advancePlanHead(trx, tenantId, changed.at);
  await insertBranch(trx, tenantId, { ...key, id, name, apiName, source: source?.name ?? null, runMode }, changed);
  await copyRules(
    trx,
    id,
    rules.map((rule) => ({ from: rule.id, to: newId() })),
    withDrafts,
  );
  await recordBranch(trx, context, {
    assessment,
    operation: 'Create',
    id,
    name,
    modified: { apiName, source: source?.name ?? null, runMode, rules: rules.map((rule) => rule.name) },
  });
};

/**
 * A branch of production, or of another branch, with some of its published rules; drafts stay where they are. Throws
 * BRANCH-UNKNOWN, BRANCH-NAME-INVALID, BRANCH-NAME-TAKEN, BRANCH-LIMIT, and RULE-UNKNOWN, RULE-NOT-PUBLISHED for rules
 * that cannot be copied.
 */
export const createBranch = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  input: NewBranch & { readonly from?: string | undefined; readonly ruleIds: readonly Id[] },
): Promise<Branches> => {
  const { tenantId, environmentId } = context;
  const name = input.name.trim();
  requireClean({ 'body.name': name });
  return inTransaction(context, async (trx) => {
    const { key, branch: source } = await namedRuleSet(trx, context, assessment, input.from);
    await lockRuleSet(trx, tenantId, key);
    const rules = await listRules(trx, [environmentId], assessment, 'decision', source?.id);
    for (const id of input.ruleIds) {
      const rule = rules.find((each) => each.id === id);
      if (!rule) throw fail('RULE-UNKNOWN', { id });
      if (rule.publishedVersion === null) throw fail('RULE-NOT-PUBLISHED', { name: rule.name });
    }
    const chosen = new Set(input.ruleIds);
    const copied = rules.filter(({ id }) => chosen.has(id));
    await copyIntoBranch(trx, context, assessment, { name, apiName: input.apiName, source }, copied, false);
    return readBranches(trx, context, assessment);
  });
};
