import { isBuiltInAssessment } from '@redoubt/domain';
import type { PlanLevelSource, PlanRuleSource } from '@redoubt/engine';
import { invariant, type Id } from '@redoubt/kernel';
import { findPlanManifest, findPlanUnits, listEnvironments, type TenantTransaction } from '@redoubt/storage';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { velocityNames } from '../symbols/velocity-text.ts';
import { remoteListsOf } from './list-content.ts';
import { callSymbols } from '../symbols/plan-calls.ts';
import type { AssessmentUnit } from '../symbols/plan-assessments.ts';
import { functionSourceOf } from '../symbols/function-text.ts';
import type {
  CallUnit,
  FunctionUnit,
  ListUnit,
  Manifest,
  ManifestLevel,
  ManifestRule,
  RuleUnit,
  SchemaUnit,
  VelocitySetUnit,
} from './manifest.ts';
import { planVelocitySet } from './planned-velocity-sets.ts';

type Unit = RuleUnit | ListUnit | VelocitySetUnit | FunctionUnit | CallUnit | AssessmentUnit | SchemaUnit;

export type RecordedPlan = { readonly manifest: Manifest; readonly units: ReadonlyMap<string, Unit> };

const unitHashes = (manifest: Manifest): readonly string[] => [
  ...new Set([
    ...(isBuiltInAssessment(manifest.assessment) ? [] : [manifest.schema]),
    ...manifest.levels.flatMap(
      ({ rules, actions = [], routing = [], lists, velocitySets = [], functions = [], calls = [], assessments = [] }) =>
        [...rules, ...actions, ...routing, ...lists, ...velocitySets, ...functions, ...calls, ...assessments].map(
          ({ unit }) => unit,
        ),
    ),
  ]),
];

/** A plan as it was kept, without the rows of its lists; undefined for an unrecorded id. */
export const findRecordedPlan = async (trx: TenantTransaction, planId: string): Promise<RecordedPlan | undefined> => {
  const manifest = (await findPlanManifest(trx, planId)) as unknown as Manifest | undefined;
  if (!manifest) return undefined;
  const units = await findPlanUnits(trx, unitHashes(manifest));
  return { manifest, units: units as unknown as ReadonlyMap<string, Unit> };
};

/** A unit of a recorded plan, by a member that only units of its kind have. */
const unitOf = <Member extends string>(
  plan: RecordedPlan,
  hash: string,
  member: Member,
): Extract<Unit, { readonly [key in Member]: unknown }> => {
  const content = plan.units.get(hash);
  invariant(content && member in content, `plan unit ${hash} is kept as long as a plan names it`);
  return content as Extract<Unit, { readonly [key in Member]: unknown }>;
};

/** Text of a rule in a recorded plan. */
export const ruleUnitOf = (plan: RecordedPlan, unit: string): RuleUnit => unitOf(plan, unit, 'clauses');

const attributesOf = (plan: RecordedPlan) => {
  const { assessment, schema } = plan.manifest;
  return isBuiltInAssessment(assessment) ? assessment : unitOf(plan, schema, 'attributes').attributes;
};

/** A list of a recorded plan, without its rows. */
export type RecordedList = ListUnit & { readonly name: string; readonly hash: string };

/** A level of a recorded plan as plain data: its lists without their rows. */
export type RecordedLevel = Omit<PlanLevelSource, 'lists'> & { readonly lists: readonly RecordedList[] };

const planRuleOf = (plan: RecordedPlan, { id, name, version, unit, former }: ManifestRule): PlanRuleSource => {
  const { type = 'decision', condition, clauses } = ruleUnitOf(plan, unit);
  const text = { kind: type, condition, clauses } as const;
  return { id, name, version, hash: unit, text, ...(former === undefined ? {} : { former }) };
};

const levelOf = (plan: RecordedPlan, level: ManifestLevel, names: ReadonlyMap<Id, string>): RecordedLevel => {
  const lists = level.lists.map(({ name, unit }) => ({ ...unitOf(plan, unit, 'columns'), name, hash: unit }));
  const velocitySets = (level.velocitySets ?? []).map((set) => ({
    ...set,
    text: unitOf(plan, set.unit, 'velocities'),
  }));
  const calls = (level.calls ?? []).map(({ id, name, unit }) => ({
    id,
    name,
    definition: unitOf(plan, unit, 'call').call,
  }));
  const assessments = (level.assessments ?? []).map(({ id, name, unit }) => ({
    id,
    name,
    ...unitOf(plan, unit, 'callsAssessment').callsAssessment,
  }));
  return {
    environmentId: level.environmentId,
    environmentName: names.get(level.environmentId) ?? level.environmentId,
    runMode: level.runMode,
    ...(level.windowMode === undefined ? {} : { windowMode: level.windowMode }),
    rules: level.rules.map((rule) => planRuleOf(plan, rule)),
    ...(level.actions === undefined ? {} : { actions: level.actions.map((action) => planRuleOf(plan, action)) }),
    ...(level.routing === undefined ? {} : { routing: level.routing.map((rule) => planRuleOf(plan, rule)) }),
    ...(level.controlShare === undefined ? {} : { controlShare: level.controlShare }),
    symbols: symbolsOf(
      attributesOf(plan),
      lists,
      velocitySets.flatMap(({ text }) => velocityNames(text)),
      callSymbols({ calls, assessments }),
    ),
    lists,
    calls,
    assessments,
    remoteLists: remoteListsOf(lists.map((list) => ({ ...list, unit: list }))),
    functions: (level.functions ?? []).map(({ id, name, version, unit, former }) => ({
      id,
      name,
      version,
      text: functionSourceOf(name, unitOf(plan, unit, 'outputs')),
      ...(former === undefined ? {} : { former }),
    })),
    velocitySets: velocitySets.map(({ unit, text, former, ...set }) =>
      planVelocitySet(level.environmentId, { ...set, ...text, contentHash: unit }, former ? { former } : {}),
    ),
  };
};

/** The levels of a recorded plan, root first; undefined for an unrecorded id. Environment names are today's. */
export const readRecordedLevels = async (
  trx: TenantTransaction,
  planId: string,
): Promise<readonly RecordedLevel[] | undefined> => {
  const plan = await findRecordedPlan(trx, planId);
  if (!plan) return undefined;
  const names = new Map((await listEnvironments(trx)).map(({ id, name }) => [id, name]));
  return plan.manifest.levels.map((level) => levelOf(plan, level, names));
};
