import {
  ASSESSMENTS,
  DEFAULT_RUN_MODE,
  DEFAULT_VELOCITY_WINDOW_MODE,
  hasCaseManagement,
  isControlShareOn,
  listNameKey,
  type AssessmentName,
  type ControlShare,
  type RunMode,
  type VelocityWindowMode,
} from '@redoubt/domain';
import type { PlanAssessment } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import {
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
  type ActiveRule,
  type PublishedFunction,
  type StoredAssessmentDefinition,
  type StoredCaseIntake,
  type StoredEnvironment,
  type StoredExternalCall,
  type TenantTransaction,
} from '@redoubt/storage';
import { definedAttributes } from '../symbols/assessment-symbols.ts';
import { planAssessment } from '../symbols/plan-assessments.ts';
import { builtInAttributes } from '../symbols/schema-symbols.ts';
import { intakeOf } from './case-intake.ts';
import { plannedLists, type PlannedList } from './list-content.ts';
import { namedBy, readPlannedReferences, type Level, type Planned, type PlannedReferences } from './plan-record.ts';
import { SYSTEM_SETS, type PlannedVelocitySet } from './planned-velocity-sets.ts';
import { warmingVelocities } from './warming.ts';

/** What plans of every assessment share. */
export type SharedState = {
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

/** Reads what plans of every assessment share, in the transaction that holds the plan head. */
export const loadShared = async (
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

/** The shared state with the rules of one assessment. */
export const withRules = async (
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

/** Assessments that plans are made for: the built-in ones, and those that customers defined. */
export const plannedOf = (defined: readonly StoredAssessmentDefinition[]): readonly Planned[] => [
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
export const withRulesOf = (
  level: Omit<Level, 'named'>,
  { rules, runMode }: Pick<Level, 'rules' | 'runMode'>,
): Level => {
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

/** What one environment itself decides an assessment with. */
export const levelOf = (state: TenantState, environment: StoredEnvironment): Level => {
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
export const asAncestor = (level: Level): Level => {
  const own = { ...level, intake: null, controlShare: null };
  return level.routing.length === 0 ? own : withRulesOf({ ...own, routing: [] }, level);
};
