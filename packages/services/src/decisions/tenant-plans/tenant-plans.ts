import {
  ASSESSMENTS,
  type ApplicationGrant,
  type AssessmentName,
  type BodyMode,
  type EnvironmentStatus,
} from '@redoubt/domain';
import {
  compilingPlan,
  type CompiledPlan,
  type Plan,
  type PlanLevelSource,
  type PlanProblem,
  type UnitCache,
} from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { StoredAssessmentDefinition } from '@redoubt/storage';
import type { BranchPlanSource } from '../../plans/load-plan-sources.ts';
import type { PlannedSearchAttribute } from '../../symbols/attributes-in-scope.ts';
import { compileInTurns } from '../../texts/compile-in-turns.ts';
import type { TextCompiler } from '../../texts/text-compiler.ts';
import type { AssessmentPlans } from './plan-of-kind.ts';
import { compileAssessment, type CompiledAssessment } from './compiled-assessment.ts';
import { branchesByEnvironment, type CompiledBranches } from './compiled-branches.ts';

export type PlannedEnvironment = {
  readonly id: Id;
  readonly parentId: Id | null;
  readonly name: string;
  readonly status: EnvironmentStatus;
  readonly customerApiId: string | null;
  readonly bodyMode: BodyMode;
};

/** An application that may call, with the roles it holds in each environment and everything below. */
export type PlannedApplication = {
  readonly clientId: string;
  readonly displayName: string;
  readonly grants: readonly ApplicationGrant[];
  /** Over the whole installation; null: not limited. */
  readonly callsPerSecond: number | null;
};

/** Who may call a tenant and where: read apart from plans, so that nothing a text holds keeps a revocation from counting. */
export type TenantDirectory = {
  readonly environments: readonly PlannedEnvironment[];
  readonly applications: readonly PlannedApplication[];
  /** Attributes of the product's events that environments made searchable; absent where there are none. */
  readonly searchAttributes?: readonly PlannedSearchAttribute[];
  /** Environments of whose events applications see masks; absent where there are none. */
  readonly maskedEnvironments?: ReadonlySet<Id>;
};

type PlanSource = {
  readonly environmentId: Id;
  readonly assessment: AssessmentName;
  readonly planId: string;
  /** What the plan is besides its manifest: equal states with equal ids are one plan. */
  readonly state: string;
  readonly levels: readonly PlanLevelSource[];
};

/** What a tenant's plans are made of; each plan is kept for replay before it is given here. */
export type TenantSources = {
  /** Assessments that customers defined, by number; absent where there are none. */
  readonly assessments?: readonly StoredAssessmentDefinition[];
  /** One per Active environment and assessment, levels root first. */
  readonly plans: readonly PlanSource[];
  /** Absent where there are none. */
  readonly branches?: readonly BranchPlanSource[];
};

/** A published text that a node decides without, because no code can be made of it. */
export type LeftOutUnit = PlanProblem & { readonly environmentId: Id };

/** The plans of one tenant, ready to decide. */
export type TenantPlans = {
  readonly plans: ReadonlyMap<Id, AssessmentPlans>;
  readonly branches: ReadonlyMap<Id, CompiledBranches>;
  readonly assessments: ReadonlyMap<Id, ReadonlyMap<string, CompiledAssessment>>;
  /** Each once, however many plans lack it. */
  readonly leftOut: readonly LeftOutUnit[];
  /** What was compiled, by what it was compiled from. */
  readonly compiled: ReadonlyMap<string, CompiledPlan>;
};

export type CompileOptions = {
  readonly texts: TextCompiler;
  readonly unitsOf: (assessment: AssessmentName) => UnitCache;
  /** Gets ready what plans need before they decide. */
  readonly prepare?: ((plans: readonly Plan[]) => Promise<void>) | undefined;
};

const isWhole = (plans: Partial<AssessmentPlans>): plans is AssessmentPlans =>
  ASSESSMENTS.every((assessment) => plans[assessment] !== undefined);

const keyOf = ({ environmentId, assessment, planId, state }: PlanSource): string =>
  [environmentId, assessment, planId, state].join(' ');

const leftOutOf = (compiled: Iterable<CompiledPlan>): readonly LeftOutUnit[] => {
  const units = new Map<Id, LeftOutUnit>();
  for (const { plan, problems } of compiled) {
    for (const problem of problems) {
      if (!units.has(problem.ruleId)) units.set(problem.ruleId, { ...problem, environmentId: plan.environmentId });
    }
  }
  return [...units.values()];
};

/**
 * Compiles what changed since `before`; a plan of the same content and state is taken over, so that a change in one
 * environment compiles nothing of the others.
 */
export const compileTenant = async (
  sources: TenantSources,
  before: TenantPlans | undefined,
  { texts, unitsOf, prepare }: CompileOptions,
): Promise<TenantPlans> => {
  const compiled = new Map<string, CompiledPlan>();
  const planOf = async (source: PlanSource): Promise<Plan> => {
    const key = keyOf(source);
    const { planId, environmentId, levels, assessment } = source;
    const made =
      compiled.get(key) ??
      before?.compiled.get(key) ??
      (await compileInTurns(compilingPlan(planId, environmentId, levels, unitsOf(assessment)), texts));
    compiled.set(key, made);
    return made.plan;
  };
  const plans = new Map<Id, Partial<Record<AssessmentName, Plan>>>();
  for (const source of sources.plans) {
    const plan = await planOf(source);
    plans.set(source.environmentId, { ...plans.get(source.environmentId), [source.assessment]: plan });
  }
  const branches: (BranchPlanSource & { readonly plan: Plan })[] = [];
  for (const source of sources.branches ?? []) branches.push({ ...source, plan: await planOf(source) });
  await prepare?.([...compiled.values()].map(({ plan }) => plan));
  const assessments = new Map<Id, Map<string, CompiledAssessment>>();
  for (const each of sources.assessments ?? []) {
    const inTree = assessments.get(each.environmentId) ?? new Map<string, CompiledAssessment>();
    assessments.set(each.environmentId, inTree.set(each.apiName.toLowerCase(), compileAssessment(each)));
  }
  return {
    plans: new Map([...plans].flatMap(([id, made]) => (isWhole(made) ? [[id, made] as const] : []))),
    branches: branchesByEnvironment(branches),
    assessments,
    leftOut: leftOutOf(compiled.values()),
    compiled,
  };
};
