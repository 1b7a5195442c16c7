import {
  ASSESSMENTS,
  DEFAULT_RUN_MODE,
  DEFAULT_VELOCITY_WINDOW_MODE,
  environmentPath,
  hasCaseManagement,
  isControlShareOn,
  listNameKey,
  rootFirst,
  type AssessmentName,
  type ControlShare,
  type RunMode,
  type VelocityWindowMode,
} from '@redoubt/domain';
import type { PlanAssessment, PlanLevelSource } from '@redoubt/engine';
import type { Clock, Id, Json } from '@redoubt/kernel';
import {
  holdPlanHead,
  listAssessments,
  type StoredAssessmentDefinition,
  knownPlanIds,
  listActiveRules,
  listBackfills,
  listControlShares,
  listEnvironments,
  listExternalAssessments,
  listExternalCalls,
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  listRuleSets,
  listSupportLists,
  listWindowModes,
  readCaseIntake,
  recordPlan,
  type ActiveRule,
  type PublishedFunction,
  type StoredCaseIntake,
  type StoredEnvironment,
  type StoredExternalCall,
  type TenantTransaction,
} from '@redoubt/storage';
import { definedAttributes } from '../symbols/assessment-symbols.ts';
import { builtInAttributes, symbolsOf } from '../symbols/schema-symbols.ts';
import { branchesOfPlan, readPlannedBranches, type PlannedBranch, type PlannedExperiment } from './branch-plans.ts';
import { plannedLists, readListContent, remoteListsOf, type PlannedList } from './list-content.ts';
import { ListIndex, listSourceOf } from './list-index.ts';
import { warmingVelocities } from './warming.ts';
import { Turns } from '../turns.ts';
import { velocityNames } from '../symbols/velocity-text.ts';
import { planAssessment } from '../symbols/plan-assessments.ts';
import { callSymbols, planCallOf } from '../symbols/plan-calls.ts';
import { planFunction } from '../symbols/function-text.ts';
import { contentHash } from '../content-hash.ts';
import { planIdOf, type Manifest } from './manifest.ts';
import {
  formerFunctionsOf,
  manifestOf,
  namedBy,
  planRuleOf,
  readPlannedReferences,
  schemaUnits,
  unitsOf,
  type Level,
  type Planned,
  type PlannedReferences,
} from './plan-record.ts';
import { intakeOf } from './case-intake.ts';
import { planVelocitySet, SYSTEM_SETS, type PlannedVelocitySet } from './planned-velocity-sets.ts';
import { inTransaction, type TransactionScope } from '../unit-of-work.ts';

/** List contents of one tenant by hash, kept from load to load; contents that no plan names any more are dropped. */
export type ListIndexCache = Map<string, { readonly index: ListIndex; readonly listId: Id | null }>;

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

/** What plans of every assessment share. */
type SharedState = {
  readonly environments: readonly StoredEnvironment[];
  readonly lists: ReadonlyMap<Id, readonly PlannedList[]>;
  readonly velocitySets: ReadonlyMap<Id, readonly PlannedVelocitySet[]>;
  readonly functions: ReadonlyMap<Id, readonly PublishedFunction[]>;
  readonly calls: ReadonlyMap<Id, readonly StoredExternalCall[]>;
  readonly assessments: ReadonlyMap<Id, readonly PlanAssessment[]>;
  readonly windowModes: ReadonlyMap<Id, VelocityWindowMode>;
  readonly references: PlannedReferences;
  readonly intake: StoredCaseIntake;
  readonly controlShares: ReadonlyMap<Id, ControlShare>;
  /** Velocities whose history is not counted yet, by set. */
  readonly warming: ReadonlyMap<Id, ReadonlySet<string>>;
};

type TenantState = SharedState & {
  readonly assessment: AssessmentName;
  /** Whether reviews of the assessment become cases. */
  readonly hasCases: boolean;
  readonly runModes: ReadonlyMap<Id, RunMode>;
  readonly rules: ReadonlyMap<Id, readonly ActiveRule[]>;
};

/** External assessments by environment. */
const loadAssessments = async (trx: TenantTransaction, defined: readonly StoredAssessmentDefinition[]) => {
  const stored = Map.groupBy(await listExternalAssessments(trx), ({ environmentId }) => environmentId);
  return new Map([...stored].map(([id, all]) => [id, all.map((each) => planAssessment(each, defined))]));
};

const loadShared = async (
  trx: TenantTransaction,
  defined: readonly StoredAssessmentDefinition[],
): Promise<SharedState> => {
  const environments = await listEnvironments(trx);
  const lists = Map.groupBy(await listLists(trx), ({ environmentId }) => environmentId);
  const supportLists = await listSupportLists(trx);
  const velocitySets = await listPublishedVelocitySets(trx);
  const warming = warmingVelocities(await listBackfills(trx));
  return {
    environments,
    lists: new Map(environments.map(({ id }) => [id, plannedLists(id, lists.get(id) ?? [], supportLists)])),
    velocitySets: Map.groupBy(velocitySets, ({ environmentId }) => environmentId),
    windowModes: await listWindowModes(trx),
    references: await readPlannedReferences(trx),
    warming,
    intake: await readCaseIntake(trx),
    controlShares: await listControlShares(trx),
    functions: Map.groupBy(await listPublishedFunctions(trx), ({ environmentId }) => environmentId),
    calls: Map.groupBy(await listExternalCalls(trx), ({ environmentId }) => environmentId),
    assessments: await loadAssessments(trx, defined),
  };
};

const withRules = async (
  trx: TenantTransaction,
  shared: SharedState,
  { assessment, hasCases }: Planned,
): Promise<TenantState> => {
  const sets = await listRuleSets(trx, assessment);
  const rules = await listActiveRules(trx, assessment);
  return {
    ...shared,
    assessment,
    hasCases,
    runModes: new Map(sets.map(({ environmentId, runMode }) => [environmentId, runMode])),
    rules: Map.groupBy(rules, ({ environmentId }) => environmentId),
  };
};

const plannedOf = (defined: readonly StoredAssessmentDefinition[]): readonly Planned[] => [
  ...ASSESSMENTS.map((assessment) => ({
    assessment,
    attributes: builtInAttributes(assessment),
    rootId: null,
    hasCases: hasCaseManagement(assessment),
  })),
  ...defined.map((each) => ({
    assessment: each.kind,
    attributes: definedAttributes(each),
    rootId: each.environmentId,
    hasCases: hasCaseManagement(each.kind, each.definition),
  })),
];

/** A level with other rules, and the lists they name. */
const withRulesOf = (level: Omit<Level, 'named'>, { rules, runMode }: Pick<Level, 'rules' | 'runMode'>): Level => {
  const texts = [...rules, ...level.actions, ...level.routing, ...level.functions, ...level.velocitySets].map(
    ({ id }) => id,
  );
  const names = new Set(namedBy(level.references, 'list', texts).map(({ name }) => listNameKey(name)));
  const named = level.lists.filter(({ name }) => names.has(listNameKey(name)));
  return { ...level, rules, runMode, named };
};

/** Only purchases have the amounts that a control share is limited by. */
const controlShareOf = ({ assessment, controlShares }: TenantState, environmentId: Id): ControlShare | null => {
  const share = assessment === 'purchase' ? controlShares.get(environmentId) : undefined;
  return share !== undefined && isControlShareOn(share) ? share : null;
};

const levelOf = (state: TenantState, environment: StoredEnvironment): Level => {
  const active = state.rules.get(environment.id) ?? [];
  const velocitySets = state.velocitySets.get(environment.id) ?? [];
  const runMode = state.runModes.get(environment.id) ?? DEFAULT_RUN_MODE;
  const intake = state.hasCases ? intakeOf(state.intake, environment.id, state.assessment) : null;
  const rules = active.filter(({ type }) => type === 'decision');
  const level = {
    environment,
    runMode,
    rules,
    actions: active.filter(({ type }) => type === 'action'),
    // Where reviews become no cases, nothing is routed.
    routing: intake === null ? [] : active.filter(({ type }) => type === 'routing'),
    intake,
    controlShare: controlShareOf(state, environment.id),
    lists: state.lists.get(environment.id) ?? [],
    velocitySets: [...SYSTEM_SETS, ...velocitySets],
    warming: state.warming,
    windowMode: state.windowModes.get(environment.id) ?? DEFAULT_VELOCITY_WINDOW_MODE,
    functions: state.functions.get(environment.id) ?? [],
    published: state.functions,
    calls: state.calls.get(environment.id) ?? [],
    assessments: state.assessments.get(environment.id) ?? [],
    references: state.references,
  };
  return withRulesOf(level, level);
};

/** A level as plans of environments below it have it: those route their own cases and choose their own control share. */
const asAncestor = (level: Level): Level => {
  const own = { ...level, intake: null, controlShare: null };
  return level.routing.length === 0 ? own : withRulesOf({ ...own, routing: [] }, level);
};

/**
 * Indexes the lists that plans name. Of a list that was indexed before, only the chunks that differ are read. A content
 * that is named never changes, so it is read after the plans, which keep others from publishing.
 */
const loadIndexes = async (scope: TransactionScope, levels: readonly Level[], cache: ListIndexCache): Promise<void> => {
  const named = new Map(levels.flatMap((level) => level.named.map((list) => [list.contentHash, list] as const)));
  const newest = new Map([...cache.values()].map(({ listId, index }) => [listId, index]));
  for (const [hash, { unit }] of named) {
    if (cache.has(hash)) continue;
    const listId = 'listId' in unit ? unit.listId : null;
    const before = listId === null ? undefined : newest.get(listId);
    const { columns, rows, life } = await inTransaction(scope, (trx) => readListContent(trx, unit, before?.blocks));
    const index = before ? await before.next(columns, rows, life) : new ListIndex(columns, rows, life);
    cache.set(hash, { index, listId });
  }
  for (const hash of cache.keys()) if (!named.has(hash)) cache.delete(hash);
};

const sourceOf = ({ attributes }: Planned, level: Level, cache: ListIndexCache): PlanLevelSource => ({
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
      const cached = cache.get(contentHash);
      return cached ? [{ name, index: cached.index }] : [];
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

/** Columns of a list that rules name. */
const columnsNamed = (
  { name, unit }: PlannedList,
  { rules, actions, routing, references }: Level,
): readonly string[] => [
  ...('entity' in unit ? ['Key'] : []),
  ...namedBy(
    references,
    'list',
    [...rules, ...actions, ...routing].map(({ id }) => id),
  )
    .filter((reference) => listNameKey(reference.name) === listNameKey(name))
    .flatMap(({ parts }) => parts),
];

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
  cache: ListIndexCache = new Map(),
): Promise<PlanSources> => {
  const { tenantId, clock } = scope;
  const { version, plans, branches, levels, defined } = await inTransaction(scope, async (trx) => {
    const current = await recordCurrentPlans(trx, tenantId, clock);
    const planned = await readPlannedBranches(trx, new Date(clock.now()));
    const ofBranches = current.plans.flatMap((plan) => currentBranchesOf(plan, planned));
    const all = [...current.levels, ...ofBranches.flatMap((branch) => branch.levels)];
    return { ...current, branches: ofBranches, levels: all };
  });
  await loadIndexes(scope, levels, cache);
  const sourcesOf = (planned: Planned, pathLevels: readonly Level[]) =>
    pathLevels.map((level) => sourceOf(planned, level, cache));
  for (const level of levels) {
    for (const list of level.named) await cache.get(list.contentHash)?.index.warm(columnsNamed(list, level));
  }
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
