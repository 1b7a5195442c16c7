import { setImmediate } from 'node:timers/promises';
import {
  ASSESSMENTS,
  environmentPath,
  rootFirst,
  fail,
  findReferencedEnvironment,
  rolesAlong,
  type ApiRole,
  type ApplicationGrant,
  type AssessmentName,
  type EnvironmentStatus,
} from '@redoubt/domain';
import { compilingPlan, type Plan, type PlanLevelSource, type PlanProblem, type UnitCache } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { StoredAssessmentDefinition } from '@redoubt/storage';
import type { BranchPlanSource } from '../plans/load-plan-sources.ts';
import { readyBranches, type ReadyBranches } from './ready-branches.ts';
import type { WarmCall } from '../external-calls/warm-up.ts';
import type { AssessmentPlans } from './plan-of-kind.ts';
import { readyAssessment, type ReadyAssessment } from './ready-assessment.ts';

export type PlannedEnvironment = {
  readonly id: Id;
  readonly parentId: Id | null;
  readonly name: string;
  readonly status: EnvironmentStatus;
  readonly customerApiId: string | null;
};

/** An application that may call, with the roles it holds in each environment and everything below. */
export type PlannedApplication = {
  readonly clientId: string;
  readonly displayName: string;
  readonly grants: readonly ApplicationGrant[];
  /** Over the whole installation; null: not limited. */
  readonly callsPerSecond: number | null;
};

/** What a tenant's plans are made of; each plan is kept for replay before it is given here. */
export type TenantSources = {
  /** Assessments that customers defined, by number; absent where there are none. */
  readonly assessments?: readonly StoredAssessmentDefinition[];
  readonly environments: readonly PlannedEnvironment[];
  readonly applications: readonly PlannedApplication[];
  /** One per Active environment and assessment, levels root first. */
  readonly plans: readonly {
    readonly environmentId: Id;
    readonly assessment: AssessmentName;
    readonly planId: string;
    readonly levels: readonly PlanLevelSource[];
  }[];
  /** Absent where there are none. */
  readonly branches?: readonly BranchPlanSource[];
};

export type PlanRegistryOptions = {
  /** Undefined for a tenant that does not exist. */
  readonly load: (tenantId: Id) => Promise<TenantSources | undefined>;
  readonly onProblem: (tenantId: Id, environmentId: Id, problem: PlanProblem) => void;
  /** Gets ready what plans need before they decide. */
  readonly prepare?: (plans: readonly Plan[]) => Promise<void>;
};

type TenantPlans = {
  readonly environments: readonly PlannedEnvironment[];
  readonly byId: ReadonlyMap<Id, PlannedEnvironment>;
  readonly applications: ReadonlyMap<string, PlannedApplication>;
  readonly plans: ReadonlyMap<Id, AssessmentPlans>;
  readonly branches: ReadonlyMap<Id, ReadyBranches>;
  readonly assessments: ReadonlyMap<Id, ReadonlyMap<string, ReadyAssessment>>;
  /** What callers were answered; it holds as long as these plans do. */
  readonly resolved: Map<string, ResolvedEnvironment>;
};

export type ResolvedEnvironment = {
  readonly environment: PlannedEnvironment;
  readonly plans: AssessmentPlans;
  /** Absent where its events can be decided by none. */
  readonly branches?: ReadyBranches | undefined;
  /** What the application that asked holds there. */
  readonly roles: readonly ApiRole[];
  /** The root of its tree. */
  readonly rootId: Id;
  /** Names from the root down to it. */
  readonly path: readonly string[];
  /** Assessments that were defined in its tree, by API name in lower case; no two names differ in case alone. */
  readonly assessments: ReadonlyMap<string, ReadyAssessment>;
};

const NO_ASSESSMENTS: ReadonlyMap<string, ReadyAssessment> = new Map();

const isWhole = (plans: Partial<AssessmentPlans>): plans is AssessmentPlans =>
  ASSESSMENTS.every((assessment) => plans[assessment] !== undefined);

/** Texts that are compiled before requests go on: a few milliseconds' worth. */
const TEXTS_PER_TURN = 4;

/** Does all steps, and lets requests go on after every few. */
const inTurns = async <Result>(steps: Generator<void, Result>): Promise<Result> => {
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (count % TEXTS_PER_TURN === 0) await setImmediate();
  }
};

/** Compiled rules kept for reuse; past this the cache starts over, plans in use keep their own. */
const MAX_UNITS = 20_000;
/** Spellings of environments remembered for a tenant; there are as many as its callers use. */
const MAX_RESOLVED = 1000;

/**
 * The compiled plans of every tenant this node has met. Plans are swapped in whole: a request takes its plan once and
 * finishes on it. `refresh` is called when a tenant's plan head moved on.
 */
export class PlanRegistry {
  readonly #options: PlanRegistryOptions;
  readonly #tenants = new Map<Id, TenantPlans>();
  readonly #loading = new Map<Id, Promise<TenantPlans | undefined>>();
  /** Equal texts of two assessments are two units: their attributes differ. */
  readonly #units = new Map<AssessmentName, UnitCache>(ASSESSMENTS.map((assessment) => [assessment, new Map()]));

  constructor(options: PlanRegistryOptions) {
    this.#options = options;
  }

  /**
   * Loads the tenant anew and swaps its plans in. Waits for a load under way first: that one may have read too early.
   * Unknown tenants are left unknown.
   */
  async refresh(tenantId: Id): Promise<void> {
    await this.#loading.get(tenantId)?.catch(() => undefined);
    await this.#loadOnce(tenantId);
  }

  /** An application that may call; undefined where it is not on record. At once where the tenant is loaded. */
  application(
    tenantId: Id,
    clientId: string,
  ): PlannedApplication | undefined | Promise<PlannedApplication | undefined> {
    const tenant = this.#tenants.get(tenantId);
    if (tenant !== undefined) return tenant.applications.get(clientId);
    return this.#loadOnce(tenantId).then((loaded) => loaded?.applications.get(clientId));
  }

  /**
   * The environment a caller names with its plan.
   *
   * @param reference as sent (GUID or path); null means the application's first environment, else the first root.
   * @throws `ENV-UNKNOWN`, `ENV-NOT-ACTIVE`, `AUTH-APPLICATION-NOT-ALLOWED`, `AUTH-WRONG-TENANT`.
   */
  async resolve(tenantId: Id, clientId: string, reference: string | null): Promise<ResolvedEnvironment> {
    const tenant = this.#tenants.get(tenantId) ?? (await this.#loadOnce(tenantId));
    if (tenant === undefined) throw fail('AUTH-WRONG-TENANT');
    const question = `${clientId} ${reference ?? ''}`;
    const known = tenant.resolved.get(question);
    if (known !== undefined) return known;
    const answer = this.#resolveIn(tenant, clientId, reference);
    if (tenant.resolved.size < MAX_RESOLVED) tenant.resolved.set(question, answer);
    return answer;
  }

  #resolveIn(tenant: TenantPlans, clientId: string, reference: string | null): ResolvedEnvironment {
    const application = tenant.applications.get(clientId);
    if (application === undefined) throw fail('AUTH-APPLICATION-NOT-ALLOWED');
    const environment = this.#find(tenant, application, reference);
    const { parentIds } = environmentPath(environment.id, tenant.byId);
    const roles = rolesAlong(application.grants, [environment.id, ...parentIds]);
    if (roles.length === 0) throw fail('AUTH-APPLICATION-NOT-ALLOWED');
    const planned = this.#plannedIn(tenant, environment);
    if (planned === undefined) {
      throw fail('ENV-NOT-ACTIVE', { environment: environment.name, status: environment.status });
    }
    return { ...planned, roles };
  }

  /**
   * An environment that nobody needs a role for: a browser's, which names it by a public id.
   *
   * @throws `ENV-NOT-ACTIVE` where it decides nothing.
   */
  async resolveOpen(tenantId: Id, environmentId: Id): Promise<ResolvedEnvironment> {
    if (!this.#tenants.has(tenantId)) await this.#loadOnce(tenantId);
    const planned = this.planned(tenantId, environmentId);
    if (planned === undefined) throw fail('ENV-NOT-ACTIVE', { environment: environmentId });
    return planned;
  }

  /**
   * An environment that the product itself sends events to, because a rule of the same tenant calls one of its
   * assessments; undefined where it decides nothing. The tenant has been met.
   */
  planned(tenantId: Id, environmentId: Id): ResolvedEnvironment | undefined {
    const tenant = this.#tenants.get(tenantId);
    const environment = tenant?.byId.get(environmentId);
    const planned = tenant && environment && this.#plannedIn(tenant, environment);
    return planned && { ...planned, roles: [] };
  }

  /** External calls of every tenant this node has met, each once. */
  *calls(): Generator<WarmCall> {
    for (const [tenantId, { plans }] of this.#tenants) {
      const seen = new Set<Id>();
      const all = [...plans.values()].flatMap((each) => Object.values(each));
      for (const plan of all) {
        for (const call of plan?.levels.flatMap((level) => [...level.calls.values()]) ?? []) {
          if (seen.has(call.id)) continue;
          seen.add(call.id);
          yield { tenantId, call };
        }
      }
    }
  }

  /** What an Active environment decides with. */
  #plannedIn(tenant: TenantPlans, environment: PlannedEnvironment): Omit<ResolvedEnvironment, 'roles'> | undefined {
    const plans = tenant.plans.get(environment.id);
    if (environment.status !== 'Active' || plans === undefined) return undefined;
    const path = environmentPath(environment.id, tenant.byId);
    const rootId = path.parentIds.at(-1) ?? environment.id;
    return {
      environment,
      plans,
      rootId,
      branches: tenant.branches.get(environment.id),
      path: rootFirst(environment.id, path).map((id) => tenant.byId.get(id)?.name ?? id),
      assessments: tenant.assessments.get(rootId) ?? NO_ASSESSMENTS,
    };
  }

  #find(tenant: TenantPlans, application: PlannedApplication, reference: string | null): PlannedEnvironment {
    if (reference !== null) {
      const named = findReferencedEnvironment(tenant.environments, reference);
      if (named === null) throw fail('ENV-UNKNOWN', { environment: reference.slice(0, 200) });
      return named;
    }
    const isAnywhere = application.grants.some(({ environmentId }) => environmentId === null);
    const own = isAnywhere ? null : (application.grants[0]?.environmentId ?? null);
    const root =
      own === null
        ? tenant.environments.find((entry) => entry.parentId === null && entry.status === 'Active')
        : tenant.byId.get(own);
    if (root === undefined) throw fail('ENV-UNKNOWN', { environment: '(none named)' });
    return root;
  }

  #loadOnce(tenantId: Id): Promise<TenantPlans | undefined> {
    const running = this.#loading.get(tenantId);
    if (running) return running;
    const loading = this.#load(tenantId).finally(() => this.#loading.delete(tenantId));
    this.#loading.set(tenantId, loading);
    return loading;
  }

  /** Attributes of a defined assessment differ by tenant and change: its texts are compiled at each load. */
  #unitsOf(assessment: AssessmentName): UnitCache {
    return this.#units.get(assessment) ?? new Map();
  }

  async #compile(
    tenantId: Id,
    { environmentId, assessment, planId, levels }: TenantSources['plans'][number],
  ): Promise<Plan> {
    const units = this.#unitsOf(assessment);
    const { plan, problems } = await inTurns(compilingPlan(planId, environmentId, levels, units));
    for (const problem of problems) this.#options.onProblem(tenantId, environmentId, problem);
    return plan;
  }

  async #load(tenantId: Id): Promise<TenantPlans | undefined> {
    const sources = await this.#options.load(tenantId);
    if (sources === undefined) return undefined;
    const plans = new Map<Id, Partial<Record<AssessmentName, Plan>>>();
    for (const units of this.#units.values()) if (units.size > MAX_UNITS) units.clear();
    for (const source of sources.plans) {
      const { environmentId, assessment } = source;
      const plan = await this.#compile(tenantId, source);
      plans.set(environmentId, { ...plans.get(environmentId), [assessment]: plan });
    }
    const branches: (BranchPlanSource & { readonly plan: Plan })[] = [];
    for (const source of sources.branches ?? []) {
      branches.push({ ...source, plan: await this.#compile(tenantId, source) });
    }
    await this.#options.prepare?.([
      ...[...plans.values()].flatMap((made) => Object.values(made).filter((plan) => plan !== undefined)),
      ...branches.map(({ plan }) => plan),
    ]);
    const assessments = new Map<Id, Map<string, ReadyAssessment>>();
    for (const each of sources.assessments ?? []) {
      const inTree = assessments.get(each.environmentId) ?? new Map<string, ReadyAssessment>();
      assessments.set(each.environmentId, inTree.set(each.apiName.toLowerCase(), readyAssessment(each)));
    }
    const tenant: TenantPlans = {
      assessments,
      environments: sources.environments,
      byId: new Map(sources.environments.map((environment) => [environment.id, environment])),
      applications: new Map(sources.applications.map((application) => [application.clientId, application])),
      branches: readyBranches(branches),
      plans: new Map([...plans].flatMap(([id, made]) => (isWhole(made) ? [[id, made] as const] : []))),
      resolved: new Map(),
    };
    this.#tenants.set(tenantId, tenant);
    return tenant;
  }
}
