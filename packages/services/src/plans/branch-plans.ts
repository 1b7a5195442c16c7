import { type AssessmentName, type RunMode } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listActiveBranchRules,
  listAllBranches,
  listOpenExperiments,
  type ActiveRule,
  type StoredExperiment,
  type TenantTransaction,
} from '@redoubt/storage';

/** An experiment as nodes run it. */
export type PlannedExperiment = Pick<StoredExperiment, 'id' | 'sharePercent' | 'startsAt' | 'endsAt'>;

/** A branch with what it decides by in place of production. */
export type PlannedBranch = {
  readonly id: Id;
  readonly apiName: string;
  readonly environmentId: Id;
  readonly assessment: AssessmentName;
  readonly runMode: RunMode;
  readonly rules: readonly ActiveRule[];
  /** That run, or will. */
  readonly experiments: readonly PlannedExperiment[];
};

/** Every branch of the tenant. A tenant without branches is asked one question. */
export const readPlannedBranches = async (trx: TenantTransaction, at: Date): Promise<readonly PlannedBranch[]> => {
  const branches = await listAllBranches(trx);
  if (branches.length === 0) return [];
  const rules = Map.groupBy(await listActiveBranchRules(trx), ({ branchId }) => branchId);
  const experiments = Map.groupBy(await listOpenExperiments(trx, at), ({ branchId }) => branchId);
  return branches.map(({ id, apiName, environmentId, assessment, runMode }) => ({
    id,
    apiName,
    environmentId,
    assessment: assessment as AssessmentName,
    runMode,
    rules: rules.get(id) ?? [],
    experiments: experiments.get(id) ?? [],
  }));
};

/** What the levels of a plan are replaced by where one of them belongs to the branch. */
type Replaceable = { readonly environment: { readonly id: Id } };

/** A plan with the branch's rules in place of its environment's own. */
export type BranchOfPlan<Level> = { readonly branch: PlannedBranch; readonly levels: readonly Level[] };

/**
 * The branches that events of a plan's environment can be decided by: its own and those of environments above it, root
 * first, so that the nearest of equal names comes last.
 */
export const branchesOfPlan = <Level extends Replaceable>(
  levels: readonly Level[],
  assessment: AssessmentName,
  branches: readonly PlannedBranch[],
  withRules: (level: Level, branch: PlannedBranch) => Level,
): readonly BranchOfPlan<Level>[] =>
  levels.flatMap(({ environment }) =>
    branches
      .filter((branch) => branch.assessment === assessment && branch.environmentId === environment.id)
      .map((branch) => ({
        branch,
        levels: levels.map((level) => (level.environment.id === environment.id ? withRules(level, branch) : level)),
      })),
  );
