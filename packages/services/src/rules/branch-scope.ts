import { apiNameProblem, fail, type AssessmentName, type ExperimentState } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findBranch,
  listExperiments,
  type RuleSetKey,
  type StoredBranch,
  type StoredExperiment,
  type TenantTransaction,
} from '@redoubt/storage';
import { recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { ruleSetKey } from './rule-scope.ts';

/** Notes in the activity log what became of a branch. */
export const recordBranch = recordOf('RuleBranch');

/** The branch of an API name; with `lock` no other transaction changes it. Throws BRANCH-UNKNOWN. */
export const requireBranch = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string,
  lock = false,
): Promise<StoredBranch> => {
  const isName = apiNameProblem(apiName, []) === null;
  const branch = isName ? await findBranch(trx, ruleSetKey(context, assessment), apiName, lock) : undefined;
  if (!branch) throw fail('BRANCH-UNKNOWN', { name: apiName });
  return branch;
};

/** The rule list that a call means: production's, or that of the branch it names. Throws BRANCH-UNKNOWN. */
export const namedRuleSet = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  apiName: string | undefined,
): Promise<{ readonly key: RuleSetKey; readonly branch: StoredBranch | null }> => {
  const key = ruleSetKey(context, assessment);
  if (apiName === undefined) return { key, branch: null };
  const branch = await requireBranch(trx, context, assessment, apiName);
  return { key: { ...key, branchId: branch.id }, branch };
};

type Span = Pick<StoredExperiment, 'startsAt' | 'endsAt' | 'stoppedAt'>;

/** States of an experiment (`docs/reference/deciding.md#branches`); a draft is one whose time has not come. */
export const experimentState = ({ startsAt, endsAt, stoppedAt }: Span, nowMs: number): ExperimentState => {
  if (stoppedAt !== null) return 'Stopped';
  if (endsAt !== null && endsAt.getTime() <= nowMs) return 'Completed';
  return startsAt.getTime() > nowMs ? 'Draft' : 'Running';
};

/** Whether an experiment runs, or will. */
export const isOpen = (experiment: Span, nowMs: number): boolean =>
  ['Draft', 'Running'].includes(experimentState(experiment, nowMs));

/**
 * Refuses to change what an experiment is running: its numbers would be about two rule lists. Drafts may be written.
 * Throws BRANCH-EXPERIMENT-RUNNING; production may always be changed.
 */
export const requireNoExperiment = async (
  trx: TenantTransaction,
  { clock }: Pick<EnvironmentContext, 'clock'>,
  branchId: Id | null | undefined,
): Promise<void> => {
  if (!branchId) return;
  const experiments = await listExperiments(trx, [branchId]);
  if (experiments.some((experiment) => isOpen(experiment, clock.now()))) throw fail('BRANCH-EXPERIMENT-RUNNING');
};
