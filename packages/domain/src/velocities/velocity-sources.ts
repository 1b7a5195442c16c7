import type { JsonObject } from '@redoubt/kernel';
import type { DefinedAssessment } from '../assessments/definition.ts';
import { definedPartsOf, type DefinedKind } from '../events/defined-kinds.ts';
import {
  ASSESSMENT_KINDS,
  EVENT_KINDS,
  isBuiltInKind,
  type AssessmentKind,
  type EventKind,
  type LoggedAssessmentKind,
  type RelatedKind,
  type SubjectKind,
} from '../events/event-kinds.ts';

const upperFirst = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** Names FROM may use for a kind: its own, and where it belongs to an assessment also behind that one's. */
const namesOf = (kind: EventKind): readonly string[] => {
  const name = upperFirst(kind);
  const facts: { readonly role: string; readonly about?: SubjectKind } = EVENT_KINDS[kind];
  if (kind === 'label') return [name, `Purchase:${name}`];
  return facts.about === undefined || facts.about === 'account' ? [name] : [name, `${upperFirst(facts.about)}:${name}`];
};

/**
 * Events a velocity may count, as FROM names them, with what they are (`docs/reference/deciding.md#velocity-sets`). An
 * observation may be named with the assessment it belongs to or alone.
 */
export const VELOCITY_SOURCES: Readonly<Record<string, EventKind>> = Object.fromEntries(
  (Object.keys(EVENT_KINDS) as EventKind[]).flatMap((kind) => namesOf(kind).map((name) => [name, kind] as const)),
);

const KINDS = new Map(Object.entries(VELOCITY_SOURCES).map(([name, kind]) => [name.toLowerCase(), kind]));

/** Names of FROM for assessments that customers defined, in small letters, with the kinds of events they stand for. */
export type DefinedSources = Readonly<Record<string, DefinedKind>>;

/**
 * Events of defined assessments as FROM names them: by API name, and with that of an observation or `Label` behind it.
 */
export const definedVelocitySources = (
  assessments: readonly Pick<DefinedAssessment, 'kind' | 'apiName' | 'definition'>[],
): readonly { readonly name: string; readonly kind: DefinedKind }[] =>
  assessments.flatMap(({ kind, apiName, definition: { observations, label } }) => {
    const { number } = definedPartsOf(kind);
    return [
      { name: apiName, kind },
      ...observations.map((each) => ({
        name: `${apiName}:${each.apiName}`,
        kind: `observation-${number}-${each.number}` as const,
      })),
      ...(label === null ? [] : [{ name: `${apiName}:Label`, kind: `label-${number}` as const }]),
    ];
  });

type Source = { readonly assessment: string; readonly observation: string | null };

const sourceName = ({ assessment, observation }: Source): string =>
  (observation === null ? assessment : `${assessment}:${observation}`).toLowerCase();

/** The kind of event a source of FROM stands for, whatever its letter case; null for one that does not exist. */
export const velocitySourceKind = (source: Source, defined: DefinedSources = {}): EventKind | DefinedKind | null => {
  const name = sourceName(source);
  return KINDS.get(name) ?? (Object.hasOwn(defined, name) ? (defined[name] ?? null) : null);
};

/** Of all names those that the sources of a text use; undefined where it uses none. */
export const usedSources = (
  sources: readonly Source[],
  known: readonly { readonly name: string; readonly kind: DefinedKind }[],
): DefinedSources | undefined => {
  const used = new Set(sources.map(sourceName));
  const found = known.flatMap(({ name, kind }) =>
    used.has(name.toLowerCase()) ? [[name.toLowerCase(), kind] as const] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
};

/** The name under which a text reads the assessment an event is about: `PointsRedemption.user.email`. */
export const aboutName = (kind: LoggedAssessmentKind, sources: DefinedSources | undefined): string => {
  if (isBuiltInKind(kind)) return kind;
  const { number } = definedPartsOf(kind);
  const name = Object.entries(sources ?? {}).find(([, each]) => definedPartsOf(each).number === number)?.[0];
  return name?.split(':')[0] ?? kind;
};

/**
 * What the rules made of a purchase, under `ruleEvaluation` (`docs/language/decisions.md` A-14); some members have a
 * second name.
 */
export type RuleEvaluationFacts = {
  readonly decision: string;
  readonly rule: string;
  readonly clause: string;
  readonly reason: string;
  readonly environmentId: string;
};

const ruleEvaluationOf = ({ decision, rule, clause, reason, environmentId }: RuleEvaluationFacts): JsonObject => ({
  decision,
  rule,
  ruleName: rule,
  clause,
  clauseName: clause,
  reason,
  environmentId,
});

/** Assessments an event of a kind may be about: its velocities read that assessment's body too. */
export const assessmentsAround = (kind: RelatedKind): readonly AssessmentKind[] => {
  const facts: { readonly about?: SubjectKind; readonly role: string } = EVENT_KINDS[kind];
  return ASSESSMENT_KINDS.filter((assessment) => facts.role === 'label' || facts.about === assessment);
};

/**
 * What a velocity reads of an event: the body at the root, beside it what the rules made of it, and for an event about
 * an assessment that one's body under its own name, as in `purchase.user.email`
 * (`docs/language/guide.md#what-texts-refer-to`).
 */
export const velocityPayload = (event: {
  readonly body: JsonObject;
  /** Absent for events that no rule decides. */
  readonly ruleEvaluation?: RuleEvaluationFacts | undefined;
  /** The assessment an event is about; absent where it is one, or where none is known. */
  readonly about?:
    | {
        readonly kind: LoggedAssessmentKind;
        readonly body: JsonObject;
        /** The name it is read under; its kind where absent. */
        readonly name?: string | undefined;
      }
    | undefined;
}): JsonObject => ({
  ...event.body,
  ...(event.ruleEvaluation ? { ruleEvaluation: ruleEvaluationOf(event.ruleEvaluation) } : {}),
  ...(event.about ? { [event.about.name ?? event.about.kind]: event.about.body } : {}),
});
