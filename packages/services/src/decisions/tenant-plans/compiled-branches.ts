import type { AssessmentName } from '@redoubt/domain';
import type { Plan } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { BranchPlanSource } from '../../plans/load-plan-sources.ts';
import { withoutActions } from './plan-of-kind.ts';
import type { AssessmentPlans } from './plan-of-kind.ts';

/** An experiment that runs, or will: events from `fromMs` on and before `untilMs`. */
export type CompiledExperiment = {
  readonly id: Id;
  readonly sharePercent: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly plan: Plan;
};

/** The branches that events of one environment can be decided by. */
export type CompiledBranches = {
  /** By assessment and API name in lower case; what acts on decisions belongs to production. */
  readonly byName: ReadonlyMap<string, Plan>;
  readonly experiments: ReadonlyMap<AssessmentName, readonly CompiledExperiment[]>;
};

type BranchPlan = Pick<BranchPlanSource, 'environmentId' | 'assessment' | 'apiName' | 'experiments'> & {
  readonly plan: Plan;
};

const nameOf = (assessment: AssessmentName, apiName: string): string => `${assessment} ${apiName.toLowerCase()}`;

/** An environment as it is where a branch decides in place of production; undefined where there is no such branch. */
export const testingBranch = <
  Environment extends { readonly plans: AssessmentPlans; readonly branches?: CompiledBranches | undefined },
>(
  environment: Environment,
  assessment: AssessmentName,
  apiName: string,
): Environment | undefined => {
  const plan = environment.branches?.byName.get(nameOf(assessment, apiName));
  return plan && { ...environment, branches: undefined, plans: { ...environment.plans, [assessment]: plan } };
};

/** Branches by environment; of equal names the last one given counts. */
export const branchesByEnvironment = (branches: readonly BranchPlan[]): ReadonlyMap<Id, CompiledBranches> => {
  const ofEnvironments = Map.groupBy(branches, ({ environmentId }) => environmentId);
  return new Map(
    [...ofEnvironments].map(([environmentId, own]) => {
      const experiments = own.flatMap(({ assessment, plan, experiments: open }) =>
        open.map(({ id, sharePercent, startsAt, endsAt }) => ({
          assessment,
          experiment: {
            id,
            sharePercent,
            plan,
            fromMs: startsAt.getTime(),
            untilMs: endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
          },
        })),
      );
      const byName = new Map(
        own.map(({ assessment, apiName, plan }) => [nameOf(assessment, apiName), withoutActions(plan)]),
      );
      const byAssessment = Map.groupBy(experiments, ({ assessment }) => assessment);
      return [
        environmentId,
        {
          byName,
          experiments: new Map(
            [...byAssessment].map(([assessment, each]) => [assessment, each.map(({ experiment }) => experiment)]),
          ),
        },
      ] as const;
    }),
  );
};
