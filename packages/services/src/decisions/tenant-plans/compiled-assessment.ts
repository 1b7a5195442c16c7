import {
  definedRelatedSchema,
  definedSchema,
  attributeName,
  isBuiltInKind,
  linkablePaths,
  ownValuesOf,
  reportedFields,
  reportedObservationFields,
  searchableFields,
  acceptsBrowserEvents,
  type CustomField,
  type DefinedAssessment,
  type DefinedAssessmentKind,
  type DefinedRelatedKind,
  type LoggedAssessmentKind,
  type LoggedKind,
  type LoggedRelatedKind,
  type ObjectSchema,
  type OwnValues,
  type SearchableField,
  type Sharing,
} from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import { assessmentPath, labelPath, observationPath } from '../../assessment-kinds/assessment-addresses.ts';

/** What observations say about an event: its body, and where it is posted. */
type CompiledRelatedEvent = {
  readonly kind: DefinedRelatedKind;
  readonly schema: ObjectSchema;
  readonly path: string;
  /** Own fields that reports tell values of. */
  readonly reported: readonly string[];
};

/** A defined assessment as calls meet it: the body of its events, and of later events about them. */
export type CompiledAssessment = {
  readonly kind: DefinedAssessmentKind;
  readonly apiName: string;
  /** The root of the tree it belongs to. */
  readonly rootId: Id;
  readonly sharing: Sharing;
  readonly schema: ObjectSchema;
  /** Where its events are posted. */
  readonly path: string;
  /** By API name in lower case. */
  readonly observations: ReadonlyMap<string, CompiledRelatedEvent>;
  readonly label: CompiledRelatedEvent | null;
  /** External call of the root that gives the keys for answers to browsers; null where they get none. */
  readonly keySetCall: string | null;
  /** Fields of the customer's own that search keeps. */
  readonly searchable: readonly SearchableField[];
  /** Of those, paths whose values are nodes of the graph. */
  readonly linkable: readonly string[];
  /** Own fields that reports tell its events apart by. */
  readonly reported: readonly CustomField[];
};

export const compileAssessment = (
  assessment: DefinedAssessment & { readonly number: number; readonly environmentId: Id },
): CompiledAssessment => {
  const { kind, apiName, definition, number, environmentId } = assessment;
  const related = (
    each: DefinedRelatedKind,
    path: string,
    reported: readonly CustomField[],
  ): CompiledRelatedEvent | null => {
    const schema = definedRelatedSchema(assessment, each);
    return schema && { kind: each, schema, path, reported: reported.map((field) => field.path) };
  };
  return {
    kind,
    apiName,
    rootId: environmentId,
    sharing: definition.sharing,
    schema: definedSchema(assessment),
    path: assessmentPath(assessment),
    observations: new Map(
      definition.observations.flatMap((each) => {
        const ready = related(
          `observation-${number}-${each.number}`,
          observationPath(assessment, each.apiName),
          reportedObservationFields('observation', each),
        );
        return ready ? [[each.apiName.toLowerCase(), ready] as const] : [];
      }),
    ),
    label: related(
      `label-${number}`,
      labelPath(assessment),
      reportedObservationFields('label', definition.label ?? { fields: [] }),
    ),
    keySetCall: acceptsBrowserEvents(assessment) ? (definition.keySetCall ?? null) : null,
    searchable: searchableFields(definition),
    linkable: linkablePaths(definition),
    reported: reportedFields(definition),
  };
};

/** Own fields of a later event that reports tell values of; none of events of the product. */
export const reportedOwnFields = (
  assessments: ReadonlyMap<string, CompiledAssessment>,
  kind: LoggedRelatedKind,
): readonly string[] => {
  if (isBuiltInKind(kind)) return [];
  for (const { label, observations } of assessments.values()) {
    const found = [...observations.values(), ...(label === null ? [] : [label])].find((each) => each.kind === kind);
    if (found !== undefined) return found.reported;
  }
  return [];
};

/** Attributes of events of the product that search keeps. */
export type SearchableByKind = Partial<Record<LoggedKind, readonly SearchableField[]>>;

/** What search keeps of an event besides the fields of the product; undefined where that is nothing. */
export const searchedOwnValues = (
  {
    assessments,
    searchable,
  }: {
    readonly assessments: ReadonlyMap<string, CompiledAssessment>;
    readonly searchable?: SearchableByKind | undefined;
  },
  kind: LoggedAssessmentKind,
  body: JsonObject,
): OwnValues | undefined => {
  if (isBuiltInKind(kind)) {
    const fields = searchable?.[kind];
    return fields && ownValuesOf(fields, body);
  }
  for (const assessment of assessments.values()) {
    if (assessment.kind === kind) return ownValuesOf(assessment.searchable, body);
  }
  return undefined;
};

/** Names of the linkable attributes that an event has values of, as `attributeName` writes them; undefined where there are none. */
export const linkableNames = (
  assessments: ReadonlyMap<string, CompiledAssessment>,
  kind: LoggedAssessmentKind,
  own: OwnValues | undefined,
): readonly string[] | undefined => {
  if (own === undefined || isBuiltInKind(kind)) return undefined;
  for (const { kind: of, apiName, linkable } of assessments.values()) {
    if (of !== kind) continue;
    const names = linkable.filter((path) => own[path] !== undefined).map((path) => attributeName(apiName, path));
    return names.length === 0 ? undefined : names;
  }
  return undefined;
};
