import {
  ASSESSMENTS,
  environmentPath,
  rootFirst,
  fail,
  findReferencedEnvironment,
  rolesAlong,
  type ApiRole,
  type AssessmentName,
} from '@redoubt/domain';
import type { Plan, UnitCache } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { WarmCall } from '../../call-runtime/warm-up.ts';
import { compileOnThisThread, type TextCompiler } from '../../texts/text-compiler.ts';
import type { AssessmentPlans } from './plan-of-kind.ts';
import type { CompiledAssessment, SearchableByKind } from './compiled-assessment.ts';
import type { CompiledBranches } from './compiled-branches.ts';
import {
  compileTenant,
  type LeftOutUnit,
  type PlannedApplication,
  type PlannedEnvironment,
  type TenantDirectory,
  type TenantPlans,
  type TenantSources,
} from './tenant-plans.ts';

export type PlanRegistryOptions = {
  readonly load: {
    /** Undefined for a tenant that does not exist. */
    readonly directory: (tenantId: Id) => Promise<TenantDirectory | undefined>;
    readonly plans: (tenantId: Id) => Promise<TenantSources>;
  };
  /** Called with the units that are left out, whenever those of a tenant change. */
  readonly onLeftOut: (tenantId: Id, units: readonly LeftOutUnit[]) => void;
  /** Called with why plans could not be loaded, when those of a tenant become stale. */
  readonly onStale?: (tenantId: Id, error: unknown) => void;
  /** Where programs of texts are written; here where absent. */
  readonly texts?: TextCompiler | undefined;
  /** Gets ready what plans need before they decide. */
  readonly prepare?: (plans: readonly Plan[]) => Promise<void>;
};

/** What this node knows of a tenant; its two halves are swapped apart. */
type Tenant = {
  readonly directory: TenantDirectory;
  readonly byId: ReadonlyMap<Id, PlannedEnvironment>;
  readonly applications: ReadonlyMap<string, PlannedApplication>;
  /** Undefined until they were loaded once. */
  readonly planned: TenantPlans | undefined;
  /** Whether plans are older than what is published, because loading them failed. */
  readonly isStale: boolean;
  /** What callers were answered; it holds as long as this does. */
  readonly resolved: Map<string, ResolvedEnvironment>;
};

/** How the plans of this node stand to what is published. */
export type PlanState = {
  /** Tenants that are decided by older plans than were published, or by none. */
  readonly staleTenants: number;
  /** Published texts of all tenants that are left out. */
  readonly leftOutUnits: number;
};

export type ResolvedEnvironment = {
  readonly environment: PlannedEnvironment;
  readonly plans: AssessmentPlans;
  /** Absent where its events can be decided by none. */
  readonly branches?: CompiledBranches | undefined;
  /** What the application that asked holds there. */
  readonly roles: readonly ApiRole[];
  /** The root of its tree. */
  readonly rootId: Id;
  /** Names from the root down to it. */
  readonly path: readonly string[];
  /** Assessments that were defined in its tree, by API name in lower case; no two names differ in case alone. */
  readonly assessments: ReadonlyMap<string, CompiledAssessment>;
  /** Attributes of events of the product that it, or an environment above it, made searchable; absent where there are none. */
  readonly searchable?: SearchableByKind | undefined;
  /** Environments of whose events applications see masks. */
  readonly maskedEnvironments?: ReadonlySet<Id> | undefined;
};

const searchableIn = (
  { searchAttributes = [] }: TenantDirectory,
  environmentIds: readonly Id[],
): SearchableByKind | undefined => {
  const inForce = searchAttributes.filter(({ environmentId }) => environmentIds.includes(environmentId));
  if (inForce.length === 0) return undefined;
  const byKind = Map.groupBy(inForce, ({ kind }) => kind);
  return Object.fromEntries([...byKind].map(([kind, attributes]) => [kind, attributes.map(({ field }) => field)]));
};

const NO_ASSESSMENTS: ReadonlyMap<string, CompiledAssessment> = new Map();

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
  readonly #tenants = new Map<Id, Tenant>();
  readonly #loading = new Map<Id, Promise<Tenant | undefined>>();
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
    const tenant = await this.#planned(tenantId);
    if (tenant === undefined) throw fail('AUTH-WRONG-TENANT');
    const question = `${clientId} ${reference ?? ''}`;
    const known = tenant.resolved.get(question);
    if (known !== undefined) return known;
    const answer = this.#resolveIn(tenant, clientId, reference);
    if ('withoutPlan' in answer) {
      const { name, status } = answer.withoutPlan;
      const loading = status === 'Active' ? this.#loading.get(tenantId) : undefined;
      if (loading === undefined) throw fail('ENV-NOT-ACTIVE', { environment: name, status });
      // An environment is known before its first plan is: a call that comes in between waits for the load.
      await loading;
      return this.resolve(tenantId, clientId, reference);
    }
    if (tenant.resolved.size < MAX_RESOLVED) tenant.resolved.set(question, answer);
    return answer;
  }

  get state(): PlanState {
    const tenants = [...this.#tenants.values()];
    return {
      staleTenants: tenants.filter(({ isStale }) => isStale).length,
      leftOutUnits: tenants.reduce((sum, { planned }) => sum + (planned?.leftOut.length ?? 0), 0),
    };
  }

  /** A tenant with plans; those that were loaded before serve until newer ones are. */
  async #planned(tenantId: Id): Promise<Tenant | undefined> {
    const known = this.#tenants.get(tenantId);
    return known?.planned === undefined ? this.#loadOnce(tenantId) : known;
  }

  #resolveIn(
    tenant: Tenant,
    clientId: string,
    reference: string | null,
  ): ResolvedEnvironment | { readonly withoutPlan: PlannedEnvironment } {
    const application = tenant.applications.get(clientId);
    if (application === undefined) throw fail('AUTH-APPLICATION-NOT-ALLOWED');
    const environment = this.#find(tenant, application, reference);
    const { parentIds } = environmentPath(environment.id, tenant.byId);
    const roles = rolesAlong(application.grants, [environment.id, ...parentIds]);
    if (roles.length === 0) throw fail('AUTH-APPLICATION-NOT-ALLOWED');
    const planned = this.#plannedIn(tenant, environment);
    return planned === undefined ? { withoutPlan: environment } : { ...planned, roles };
  }

  /**
   * An environment that needs no role: a browser's, which names it by a public id.
   *
   * @throws `ENV-NOT-ACTIVE` where it decides nothing.
   */
  async resolveOpen(tenantId: Id, environmentId: Id): Promise<ResolvedEnvironment> {
    await this.#planned(tenantId);
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
    for (const [tenantId, { planned }] of this.#tenants) {
      const seen = new Set<Id>();
      const all = [...(planned?.plans.values() ?? [])].flatMap((each) => Object.values(each));
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
  #plannedIn(tenant: Tenant, environment: PlannedEnvironment): Omit<ResolvedEnvironment, 'roles'> | undefined {
    const { planned } = tenant;
    const plans = planned?.plans.get(environment.id);
    if (environment.status !== 'Active' || planned === undefined || plans === undefined) return undefined;
    const path = environmentPath(environment.id, tenant.byId);
    const rootId = path.parentIds.at(-1) ?? environment.id;
    const searchable = searchableIn(tenant.directory, [environment.id, ...path.parentIds]);
    return {
      environment,
      plans,
      rootId,
      branches: planned.branches.get(environment.id),
      path: rootFirst(environment.id, path).map((id) => tenant.byId.get(id)?.name ?? id),
      assessments: planned.assessments.get(rootId) ?? NO_ASSESSMENTS,
      ...(searchable && { searchable }),
      maskedEnvironments: tenant.directory.maskedEnvironments,
    };
  }

  #find(tenant: Tenant, application: PlannedApplication, reference: string | null): PlannedEnvironment {
    if (reference !== null) {
      const named = findReferencedEnvironment(tenant.directory.environments, reference);
      if (named === null) throw fail('ENV-UNKNOWN', { environment: reference.slice(0, 200) });
      return named;
    }
    const isAnywhere = application.grants.some(({ environmentId }) => environmentId === null);
    const own = isAnywhere ? null : (application.grants[0]?.environmentId ?? null);
    const root =
      own === null
        ? tenant.directory.environments.find((entry) => entry.parentId === null && entry.status === 'Active')
        : tenant.byId.get(own);
    if (root === undefined) throw fail('ENV-UNKNOWN', { environment: '(none named)' });
    return root;
  }

  #loadOnce(tenantId: Id): Promise<Tenant | undefined> {
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

  /** Who may call is swapped in before plans are looked at: a revocation waits for nothing. */
  async #load(tenantId: Id): Promise<Tenant | undefined> {
    const directory = await this.#options.load.directory(tenantId);
    if (directory === undefined) return undefined;
    const before = this.#tenants.get(tenantId)?.planned;
    const known: Omit<Tenant, 'planned' | 'isStale' | 'resolved'> = {
      directory,
      byId: new Map(directory.environments.map((environment) => [environment.id, environment])),
      applications: new Map(directory.applications.map((application) => [application.clientId, application])),
    };
    const swap = (planned: TenantPlans | undefined, isStale: boolean): Tenant => {
      const tenant: Tenant = { ...known, planned, isStale, resolved: new Map() };
      this.#tenants.set(tenantId, tenant);
      return tenant;
    };
    const wasStale = this.#tenants.get(tenantId)?.isStale ?? false;
    swap(before, wasStale);
    try {
      return swap(await this.#loadPlans(tenantId, before), false);
    } catch (error) {
      swap(before, true);
      if (!wasStale) this.#options.onStale?.(tenantId, error);
      throw error;
    }
  }

  async #loadPlans(tenantId: Id, before: TenantPlans | undefined): Promise<TenantPlans> {
    const sources = await this.#options.load.plans(tenantId);
    for (const units of this.#units.values()) if (units.size > MAX_UNITS) units.clear();
    const { texts = compileOnThisThread, prepare, onLeftOut } = this.#options;
    const unitsOf = (assessment: AssessmentName): UnitCache => this.#unitsOf(assessment);
    const planned = await compileTenant(sources, before, { texts, unitsOf, prepare });
    const names = ({ leftOut }: TenantPlans): string =>
      leftOut.map(({ ruleId, message }) => `${ruleId} ${message}`).join('\n');
    if (names(planned) !== (before ? names(before) : '')) onLeftOut(tenantId, planned.leftOut);
    return planned;
  }
}
