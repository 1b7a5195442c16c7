import {
  DEFAULT_VELOCITY_WINDOW_MODE,
  isBuiltInAssessment,
  type AssessmentName,
  type ControlShare,
  type RunMode,
  type VelocityWindowMode,
} from '@redoubt/domain';
import type { CaseIntake, FormerFunction, PlanAssessment, PlanRuleSource } from '@redoubt/engine';
import type { AttributeSymbol } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listReferences,
  type ActiveRule,
  type PlanUnit,
  type PublishedFunction,
  type StoredEnvironment,
  type StoredExternalCall,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import { assessmentUnit, assessmentUnitHash } from '../symbols/plan-assessments.ts';
import { staleSignatures } from '../symbols/stale-signatures.ts';
import type { PlannedList } from './list-content.ts';
import {
  schemaHash,
  type CallUnit,
  type FunctionUnit,
  type Manifest,
  type ManifestRule,
  type RuleUnit,
  type SchemaUnit,
  type VelocitySetUnit,
} from './manifest.ts';
import type { PlannedVelocitySet } from './planned-velocity-sets.ts';

/** An assessment that is decided, where, and what its events carry. */
export type Planned = {
  readonly assessment: AssessmentName;
  readonly attributes: readonly AttributeSymbol[];
  /** The one tree it belongs to; null for one that every environment has. */
  readonly rootId: Id | null;
  /** Whether its reviews become cases. */
  readonly hasCases: boolean;
};

/** Lists and functions that published texts of the tenant name, by the id of the text. */
export type PlannedReferences = ReadonlyMap<Id, readonly StoredReference[]>;

export const readPlannedReferences = async (trx: TenantTransaction): Promise<PlannedReferences> =>
  Map.groupBy(await listReferences(trx, { kinds: ['list', 'function'] }), ({ reader }) => reader.id);

/** What some texts name, of one kind. */
export const namedBy = (
  references: PlannedReferences,
  kind: 'list' | 'function',
  ids: readonly Id[],
): readonly StoredReference[] => ids.flatMap((id) => (references.get(id) ?? []).filter((each) => each.kind === kind));

/** One environment's share of plans: what its rules are, which lists they name, and what is counted. */
export type Level = {
  readonly environment: StoredEnvironment;
  readonly runMode: RunMode;
  readonly rules: readonly ActiveRule[];
  readonly actions: readonly ActiveRule[];
  /** Empty in levels above a plan's own: an environment routes its own cases. */
  readonly routing: readonly ActiveRule[];
  /** How reviews become cases; null in levels above a plan's own, and where they do not. */
  readonly intake: CaseIntake | null;
  /** Which part of what rules stop passes; null in levels above a plan's own, and where none does. */
  readonly controlShare: ControlShare | null;
  readonly named: readonly PlannedList[];
  readonly lists: readonly PlannedList[];
  readonly velocitySets: readonly PlannedVelocitySet[];
  readonly windowMode: VelocityWindowMode;
  readonly warming: ReadonlyMap<Id, ReadonlySet<string>>;
  readonly functions: readonly PublishedFunction[];
  /** Functions of the whole tenant. */
  readonly published: ReadonlyMap<Id, readonly PublishedFunction[]>;
  readonly calls: readonly StoredExternalCall[];
  readonly assessments: readonly PlanAssessment[];
  readonly references: PlannedReferences;
};

/** The functions a text still reads as they were, where there are any. */
export const formerFunctionsOf = (
  { published, references }: Pick<Level, 'published' | 'references'>,
  { id }: { readonly id: Id },
): { readonly former?: readonly FormerFunction[] } => {
  const former = staleSignatures(namedBy(references, 'function', [id]), published);
  return former.length === 0 ? {} : { former };
};

/** A rule as the engine takes it. */
export const planRuleOf = (level: Pick<Level, 'published' | 'references'>, rule: ActiveRule): PlanRuleSource => {
  const { id, name, version, type, contentHash, condition, clauses } = rule;
  const text = { kind: type, condition, clauses };
  return { id, name, version, hash: contentHash, text, ...formerFunctionsOf(level, rule) };
};

const manifestRuleOf = (level: Level, { id, name, version, contentHash }: ActiveRule): ManifestRule => ({
  id,
  name,
  version,
  unit: contentHash,
  ...formerFunctionsOf(level, { id }),
});

/** What decides an event of one environment, by content. */
export const manifestOf = (
  { assessment, attributes }: Planned,
  environmentId: Id,
  levels: readonly Level[],
): Manifest => ({
  format: 1,
  assessment,
  environmentId,
  schema: schemaHash(attributes),
  levels: levels.map((level) => ({
    environmentId: level.environment.id,
    runMode: level.runMode,
    ...(level.windowMode === DEFAULT_VELOCITY_WINDOW_MODE ? {} : { windowMode: level.windowMode }),
    rules: level.rules.map((rule) => manifestRuleOf(level, rule)),
    ...(level.actions.length === 0 ? {} : { actions: level.actions.map((action) => manifestRuleOf(level, action)) }),
    ...(level.routing.length === 0 ? {} : { routing: level.routing.map((rule) => manifestRuleOf(level, rule)) }),
    ...(level.controlShare && { controlShare: level.controlShare }),
    lists: level.named.map(({ name, contentHash }) => ({ name, unit: contentHash })),
    velocitySets: level.velocitySets.map(({ id, name, version, active, contentHash }) => ({
      id,
      name,
      version,
      active,
      unit: contentHash,
      ...formerFunctionsOf(level, { id }),
    })),
    ...(level.functions.length === 0
      ? {}
      : {
          functions: level.functions.map(({ id, name, version, contentHash }) => ({
            id,
            name,
            version,
            unit: contentHash,
            ...formerFunctionsOf(level, { id }),
          })),
        }),
    ...(level.calls.length === 0
      ? {}
      : { calls: level.calls.map(({ id, name, contentHash }) => ({ id, name, unit: contentHash })) }),
    ...(level.assessments.length === 0
      ? {}
      : {
          assessments: level.assessments.map((each) => ({
            id: each.id,
            name: each.name,
            unit: assessmentUnitHash(assessmentUnit(each)),
          })),
        }),
  })),
});

/** The attributes of a defined assessment, which plans keep. */
export const schemaUnits = ({ assessment, attributes }: Planned, { schema }: Manifest): readonly PlanUnit[] => {
  if (isBuiltInAssessment(assessment)) return [];
  const content: SchemaUnit = { attributes };
  return [{ kind: 'schema', hash: schema, content }];
};

/** What the levels of a plan are made of. */
export const unitsOf = (levels: readonly Level[]): readonly PlanUnit[] =>
  levels.flatMap((level) => [
    ...[...level.rules, ...level.actions, ...level.routing].map(
      ({ type, condition, clauses, contentHash }): PlanUnit => {
        const content: RuleUnit = { ...(type === 'decision' ? {} : { type }), condition, clauses };
        return { kind: 'rule', hash: contentHash, content };
      },
    ),
    ...level.named.map((list): PlanUnit => {
      return { kind: 'list', hash: list.contentHash, content: list.unit };
    }),
    ...level.velocitySets.map((set): PlanUnit => {
      const { condition, velocities, sources } = set;
      const content: VelocitySetUnit = { condition, velocities, ...(sources ? { sources } : {}) };
      return { kind: 'velocitySet', hash: set.contentHash, content };
    }),
    ...level.functions.map(({ contentHash, parameters, outputs }): PlanUnit => {
      const content: FunctionUnit = { parameters, outputs };
      return { kind: 'function', hash: contentHash, content };
    }),
    ...level.calls.map(({ contentHash, definition }): PlanUnit => {
      const content: CallUnit = { call: definition };
      return { kind: 'call', hash: contentHash, content };
    }),
    ...level.assessments.map((each): PlanUnit => {
      const content = assessmentUnit(each);
      return { kind: 'assessment', hash: assessmentUnitHash(content), content };
    }),
  ]);
