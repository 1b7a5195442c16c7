import type { BranchSummary, Branches, ExperimentSummary } from '@redoubt/contracts';
import { isDefinedAssessment, MAX_BRANCHES, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  countPromotions,
  isApprovalRequired,
  listAssessments,
  listBranches,
  listExperiments,
  listRules,
  newestChangeRequest,
  type StoredExperiment,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { mayWriteRules, ruleSetKey } from '../rules/rule-scope.ts';
import { tagOf } from '../version-tag.ts';
import { experimentState } from '../rules/branch-scope.ts';
import { inTransaction } from '../unit-of-work.ts';

export const experimentSummary = (experiment: StoredExperiment, nowMs: number): ExperimentSummary => ({
  id: experiment.id,
  state: experimentState(experiment, nowMs),
  sharePercent: experiment.sharePercent,
  watched: experiment.watched,
  startsAt: experiment.startsAt.toISOString(),
  endsAt: experiment.endsAt?.toISOString() ?? null,
  started: { by: experiment.startedBy, at: experiment.startedAt.toISOString() },
  stopped:
    experiment.stoppedAt === null ? null : { by: experiment.stoppedBy ?? '', at: experiment.stoppedAt.toISOString() },
  skipped: experiment.skipped,
  failed: experiment.failed,
});

/** The open request to promote a branch. */
const askedOf = async (
  trx: TenantTransaction,
  { actor }: EnvironmentContext,
  branchId: Id,
): Promise<BranchSummary['asked']> => {
  const request = await newestChangeRequest(trx, branchId, ['rules.branches.promote']);
  if (request?.state !== 'open') return null;
  const { id, askedBy, askedAt, askedById } = request;
  return { id, by: askedBy, at: askedAt.toISOString(), isOwn: askedById === actor.id };
};

/** API name of an assessment that a customer defined. */
const apiNameOf = async (trx: TenantTransaction, assessment: AssessmentName): Promise<string> =>
  isDefinedAssessment(assessment)
    ? ((await listAssessments(trx)).find(({ kind }) => kind === assessment)?.apiName ?? assessment)
    : assessment;

/** The branches of a rule list; also the answer of every command that changes them. */
export const readBranches = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<Branches> => {
  const key = ruleSetKey(context, assessment);
  const nowMs = context.clock.now();
  const branches = await listBranches(trx, key);
  const experiments = await listExperiments(
    trx,
    branches.map(({ id }) => id),
  );
  const summaries: BranchSummary[] = [];
  for (const branch of branches) {
    const rules = await listRules(trx, [context.environmentId], assessment, 'decision', branch.id);
    summaries.push({
      id: branch.id,
      name: branch.name,
      apiName: branch.apiName,
      source: branch.source,
      created: { by: branch.createdBy, at: branch.createdAt.toISOString() },
      rules: rules.filter(({ publishedVersion }) => publishedVersion !== null).length,
      drafts: rules.filter(({ draft }) => draft !== null).length,
      experiments: experiments
        .filter(({ branchId }) => branchId === branch.id)
        .map((experiment) => experimentSummary(experiment, nowMs)),
      asked: await askedOf(trx, context, branch.id),
      version: tagOf(branch.version),
    });
  }
  return {
    branches: summaries,
    assessmentApiName: await apiNameOf(trx, assessment),
    limit: MAX_BRANCHES,
    /**
     * The old production can be kept as a branch from the second promotion on (`docs/reference/deciding.md#branches`).
     */
    canClone: (await countPromotions(trx, key)) > 0,
    needsApproval: await isApprovalRequired(trx, context.environmentId),
    canWrite: mayWriteRules(context, 'deciding'),
  };
};

export const getBranches = (context: EnvironmentContext, assessment: AssessmentName): Promise<Branches> =>
  inTransaction(context, (trx) => readBranches(trx, context, assessment));
