import { environmentPath, rootFirst, type AssessmentName } from '@redoubt/domain';
import type { PlanLevelSource } from '@redoubt/engine';
import type { Clock, Id, Json } from '@redoubt/kernel';
import {
  holdPlanHead,
  knownPlanIds,
  listAssessments,
  recordPlan,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import { contentHash } from '../content-hash.ts';
import { callSymbols, planCallOf } from '../symbols/plan-calls.ts';
import { planFunction } from '../symbols/function-text.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { velocityNames } from '../symbols/velocity-text.ts';
import { Turns } from '../turns.ts';
import { inTransaction, type TransactionScope } from '../unit-of-work.ts';
import { branchesOfPlan, readPlannedBranches, type PlannedBranch, type PlannedExperiment } from './branch-plans.ts';
import { remoteListsOf } from './list-content.ts';
import { listSourceOf, type ListIndex } from './list-index.ts';
import { planIdOf, type Manifest } from './manifest.ts';
import { asAncestor, levelOf, loadShared, plannedOf, withRules, withRulesOf, type SharedState } from './plan-levels.ts';
import { ListStore, namedLists, type PlanLists } from './plan-lists.ts';
import {
  formerFunctionsOf,
  manifestOf,
  planRuleOf,
  schemaUnits,
  unitsOf,
  type Level,
  type Planned,
} from './plan-record.ts';
import { planVelocitySet } from './planned-velocity-sets.ts';

export type EnvironmentPlanSource = {
  readonly environmentId: Id;
  readonly assessment: AssessmentName;
  /** SHA-256 of the canonical manifest; kept with its units before this answer is given. */
  readonly planId: string;
  /** What the levels say besides the manifest: names, credentials, what is still being counted. */
  readonly state: string;
  /** Root first; ready for `compilePlan`. */
  readonly levels: readonly PlanLevelSource[];
};

/** A branch as events of an environment are decided by it; nothing is kept of it, because no event names it. */
export type BranchPlanSource = EnvironmentPlanSource & {
  readonly apiName: string;
  /** That run, or will. */
  readonly experiments: readonly PlannedExperiment[];
};

export type PlanSources = {
  /** Version of the tenant's plan head that these sources stand for. */
  readonly version: number;
  /** One per Active environment and assessment. */
  readonly plans: readonly EnvironmentPlanSource[];
  /** For each plan those of its branches, the nearest of equal names last. */
  readonly branches: readonly BranchPlanSource[];
  /** Assessments that customers of the tenant defined. */
  readonly defined: readonly StoredAssessmentDefinition[];
};

const sourceOf = ({ attributes }: Planned, level: Level, lists: ReadonlyMap<string, ListIndex>): PlanLevelSource => ({
  environmentId: level.environment.id,
  environmentName: level.environment.name,
  runMode: level.runMode,
  windowMode: level.windowMode,
  rules: level.rules.map((rule) => planRuleOf(level, rule)),
  ...(level.actions.length === 0 ? {} : { actions: level.actions.map((action) => planRuleOf(level, action)) }),
  ...(level.routing.length === 0 ? {} : { routing: level.routing.map((rule) => planRuleOf(level, rule)) }),
  ...(level.intake && { intake: level.intake }),
  ...(level.controlShare && { controlShare: level.controlShare }),
  symbols: symbolsOf(
    attributes,
    level.lists,
    level.velocitySets.flatMap(velocityNames),
    callSymbols({ calls: level.calls.map(planCallOf), assessments: level.assessments }),
  ),
  lists: listSourceOf(
    level.named.flatMap(({ name, contentHash }) => {
      const index = lists.get(contentHash);
      return index ? [{ name, index }] : [];
    }),
  ),
  velocitySets: level.velocitySets.map((set) =>
    planVelocitySet(level.environment.id, set, {
      warming: level.warming.get(set.id),
      ...formerFunctionsOf(level, set),
    }),
  ),
  functions: level.functions.map((each) => ({ ...planFunction(each), ...formerFunctionsOf(level, each) })),
  calls: level.calls.map(planCallOf),
  assessments: level.assessments,
  remoteLists: remoteListsOf(level.named),
});

/** What of the levels is not in the manifest, hashed: it holds secrets, sealed as they are. */
const stateOf = (levels: readonly Level[]): string =>
  contentHash(
    levels.map(({ environment, named, velocitySets, warming, calls, assessments, intake }) => ({
      name: environment.name,
      lists: named.map(({ secret = null }) => secret),
      warming: velocitySets.map(({ id }) => [...(warming.get(id) ?? [])].toSorted()),
      calls: calls.map(planCallOf) as unknown as Json,
      assessments: assessments as unknown as Json,
      intake: intake as unknown as Json,
    })),
  );

type CurrentPlan = Omit<EnvironmentPlanSource, 'levels' | 'state'> & {
  readonly planned: Planned;
  readonly manifest: Manifest;
  readonly levels: readonly Level[];
};

type CurrentBranch = Omit<BranchPlanSource, 'levels' | 'state'> & Pick<CurrentPlan, 'planned' | 'levels'>;

const currentBranchesOf = (
  { environmentId, assessment, planned, levels }: CurrentPlan,
  branches: readonly PlannedBranch[],
): readonly CurrentBranch[] =>
  branchesOfPlan(levels, assessment, branches, withRulesOf).map(({ branch, levels: own }) => ({
    environmentId,
    assessment,
    planned,
    apiName: branch.apiName,
    experiments: branch.experiments,
    planId: planIdOf(manifestOf(planned, environmentId, own)),
    levels: own,
  }));

/** The plans of one assessment, and the levels they are made of. */
const currentPlansOf = async (trx: TenantTransaction, shared: SharedState, planned: Planned) => {
  const { assessment, rootId } = planned;
  const state = await withRules(trx, shared, planned);
  const byId = new Map(state.environments.map((environment) => [environment.id, environment]));
  const levels = new Map(state.environments.map((each) => [each.id, levelOf(state, each)]));
  const above = new Map([...levels].map(([id, level]) => [id, asAncestor(level)]));
  const plans: CurrentPlan[] = [];
  const turns = new Turns();
  for (const { id, status } of state.environments) {
    const path = environmentPath(id, byId);
    if (status !== 'Active' || path.broken) continue;
    if (rootId !== null && (path.parentIds.at(-1) ?? id) !== rootId) continue;
    const pathLevels = rootFirst(id, path).flatMap((each) => (each === id ? levels : above).get(each) ?? []);
    const manifest = manifestOf(planned, id, pathLevels);
    plans.push({ environmentId: id, assessment, planned, planId: planIdOf(manifest), manifest, levels: pathLevels });
    if (turns.isOver) await turns.next();
  }
  return { plans, levels: [...levels.values()] };
};

/**
 * One consistent state: writers wait for this transaction, and it for theirs. A plan that was not known before is kept
 * with its units.
 */
const recordCurrentPlans = async (trx: TenantTransaction, tenantId: Id, clock: Clock, only?: AssessmentName) => {
  const at = new Date(clock.now());
  const version = await holdPlanHead(trx, tenantId, at);
  const defined = await listAssessments(trx);
  const shared = await loadShared(trx, defined);
  const plans: CurrentPlan[] = [];
  const levels: Level[] = [];
  for (const planned of plannedOf(defined)) {
    if (only !== undefined && planned.assessment !== only) continue;
    const current = await currentPlansOf(trx, shared, planned);
    plans.push(...current.plans);
    levels.push(...current.levels);
  }
  const known = await knownPlanIds(
    trx,
    plans.map(({ planId }) => planId),
  );
  for (const { environmentId, planned, planId, manifest, levels: pathLevels } of plans) {
    if (known.has(planId)) continue;
    const record = {
      planId,
      environmentId,
      manifest: manifest as unknown as Json,
      units: [...schemaUnits(planned, manifest), ...unitsOf(pathLevels)],
    };
    await recordPlan(trx, tenantId, record, at);
  }
  return { version, plans, levels, defined };
};

/** Ids of the plans that decide an assessment now, by Active environment; each is kept and can be read by its id. */
export const currentPlanIds = async (
  trx: TenantTransaction,
  tenantId: Id,
  clock: Clock,
  assessment: AssessmentName,
): Promise<ReadonlyMap<Id, string>> => {
  const { plans } = await recordCurrentPlans(trx, tenantId, clock, assessment);
  return new Map(plans.map(({ environmentId, planId }) => [environmentId, planId]));
};

/**
 * Everything the engine needs to decide events of a tenant: for each Active environment one plan per assessment, with the
 * rules of the environments above it. A plan that was not known before is kept with its units first, so that every event that names
 * it can be replayed. Lists are indexed before the answer, so that no decision waits for it.
 */
export const loadPlanSources = async (
  scope: TransactionScope & { readonly clock: Clock },
  readLists: PlanLists = new ListStore().read,
): Promise<PlanSources> => {
  const { tenantId, clock } = scope;
  const { version, plans, branches, levels, defined } = await inTransaction(scope, async (trx) => {
    const current = await recordCurrentPlans(trx, tenantId, clock);
    const planned = await readPlannedBranches(trx, new Date(clock.now()));
    const ofBranches = current.plans.flatMap((plan) => currentBranchesOf(plan, planned));
    const all = [...current.levels, ...ofBranches.flatMap((branch) => branch.levels)];
    return { ...current, branches: ofBranches, levels: all };
  });
  const lists = await readLists(scope, namedLists(levels));
  const sourcesOf = (planned: Planned, pathLevels: readonly Level[]) =>
    pathLevels.map((level) => sourceOf(planned, level, lists));
  const turns = new Turns();
  const planSources: EnvironmentPlanSource[] = [];
  for (const { environmentId, assessment, planned, planId, levels: pathLevels } of plans) {
    const state = stateOf(pathLevels);
    planSources.push({ environmentId, assessment, planId, state, levels: sourcesOf(planned, pathLevels) });
    if (turns.isOver) await turns.next();
  }
  const branchSources: BranchPlanSource[] = [];
  for (const { planned, levels: pathLevels, ...branch } of branches) {
    branchSources.push({ ...branch, state: stateOf(pathLevels), levels: sourcesOf(planned, pathLevels) });
    if (turns.isOver) await turns.next();
  }
  return { version, defined, plans: planSources, branches: branchSources };
};
