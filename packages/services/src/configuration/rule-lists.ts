import type { AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listBranches,
  listRules,
  type RuleListItem,
  type StoredBranch,
  type TenantTransaction,
} from '@redoubt/storage';
import { namedRuleSet } from '../rules/branch-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import { assessmentNamed, readAssessmentNames } from '../assessment-kinds/assessment-names.ts';

/** The rules of a list, drafts among them, beside those of production; the same where no branch is meant. */
export type NamedRules = {
  readonly assessment: AssessmentName;
  readonly branch: StoredBranch | null;
  readonly rules: readonly RuleListItem[];
  readonly production: readonly RuleListItem[];
};

/** Every rule list of an environment: of each assessment production first, then its branches, oldest first. */
export const readRuleLists = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly (NamedRules & { readonly name: string })[]> => {
  const lists: (NamedRules & { readonly name: string })[] = [];
  for (const { kind: assessment, name } of await readAssessmentNames(trx, environmentId)) {
    const production = await listRules(trx, [environmentId], assessment);
    lists.push({ assessment, name, branch: null, rules: production, production });
    for (const branch of await listBranches(trx, { environmentId, assessment })) {
      const rules = await listRules(trx, [environmentId], assessment, 'decision', branch.id);
      lists.push({ assessment, name, branch, rules, production });
    }
  }
  return lists;
};

/** The list that a file names. Throws ASSESSMENT-UNKNOWN, BRANCH-UNKNOWN. */
export const findNamedRules = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  named: { readonly assessment: string; readonly branch: string | null },
): Promise<NamedRules> => {
  const { environmentId } = context;
  const assessment = await assessmentNamed(trx, environmentId, named.assessment);
  const { branch } = await namedRuleSet(trx, context, assessment, named.branch ?? undefined);
  const production = await listRules(trx, [environmentId], assessment);
  const rules = branch === null ? production : await listRules(trx, [environmentId], assessment, 'decision', branch.id);
  return { assessment, branch, rules, production };
};
