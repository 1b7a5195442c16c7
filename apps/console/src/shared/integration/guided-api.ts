import { PUBLIC_ASSESSMENTS, PUBLIC_EVENTS, publicEventPath, type AssessmentDetail } from '@redoubt/contracts';
import {
  bodyNotices,
  definedLabelSchema,
  definedPartsOf,
  EVENT_EXAMPLES,
  EVENT_SCHEMAS,
  eventNotices,
  isAssessmentKind,
  kindFacts,
  observationSchema,
  schemaSample,
  shapeBody,
  shapeEvent,
  definedSchema,
  type BodyNotice,
  type BodyProblem,
  type CustomField,
  type DefinedAssessmentKind,
  type DefinedKind,
  type EventKind,
  type LoggedKind,
  type ObjectSchema,
} from '@redoubt/domain';
import { addressName } from './api-names.ts';

/** An API as its guide shows it. */
export type GuidedApi = {
  readonly id: LoggedKind;
  /** As engineers call it. */
  readonly name: string;
  readonly method: string;
  /** Address as the table of endpoints names it. */
  readonly path: string;
  readonly isAssessment: boolean;
  readonly schema: ObjectSchema;
  readonly samples: Readonly<Record<'minimal' | 'full', object>>;
  /** Address with the ids of a body in it. */
  readonly pathOf: (body: object) => string;
  /** Everything the API would refuse; brings the body into its own spelling, in place. */
  readonly check: (body: object) => readonly BodyProblem[];
  /** What a checked body says that would be taken without being known. */
  readonly notices: (body: object) => readonly BodyNotice[];
};

/** An API that came with the product. */
export const builtInApi = (kind: EventKind): GuidedApi => {
  const { path, method } = PUBLIC_EVENTS[kind];
  return {
    id: kind,
    name: addressName(path),
    method,
    path,
    isAssessment: isAssessmentKind(kind),
    schema: EVENT_SCHEMAS[kind],
    samples: EVENT_EXAMPLES[kind],
    pathOf: (body) => publicEventPath(kind, body),
    check: (body) => shapeEvent(kind, body),
    notices: (body) => eventNotices(kind, body),
  };
};

/** The assessment that a kind of event belongs to: `observation-7-2` to `assessment-7`. */
export const assessmentOf = (kind: DefinedKind): DefinedAssessmentKind => {
  const { part, number } = definedPartsOf(kind);
  return part === 'legacy' ? `legacy-${number}` : `assessment-${number}`;
};

/** What of an assessment its guides are made from. */
type Guided = Pick<AssessmentDetail, 'template' | 'path' | 'sections' | 'fields' | 'samples'> & {
  readonly observations: readonly Pick<
    AssessmentDetail['observations'][number],
    'number' | 'template' | 'path' | 'fields'
  >[];
  readonly label: Pick<NonNullable<AssessmentDetail['label']>, 'path' | 'fields'> | null;
};

type Part = {
  readonly path: string;
  readonly schema: ObjectSchema;
  readonly samples: GuidedApi['samples'];
};

const customFields = (fields: AssessmentDetail['fields']): readonly CustomField[] => fields as readonly CustomField[];

const relatedPart = (path: string, schema: ObjectSchema, fields: AssessmentDetail['fields']): Part => ({
  path,
  schema,
  samples: {
    minimal: schemaSample(schema, customFields(fields), 'required'),
    full: schemaSample(schema, customFields(fields)),
  },
});

const partOf = (detail: Guided, kind: DefinedKind): Part | null => {
  const { part, observation } = definedPartsOf(kind);
  if (part === 'label') {
    const { label } = detail;
    return label && relatedPart(label.path, definedLabelSchema(customFields(label.fields)), label.fields);
  }
  if (part === 'observation') {
    const found = detail.observations.find(({ number }) => number === observation);
    if (found === undefined) return null;
    const schema = observationSchema({ template: found.template, fields: customFields(found.fields) });
    return relatedPart(found.path, schema, found.fields);
  }
  const schema = definedSchema({
    template: detail.template,
    definition: { sections: detail.sections, fields: customFields(detail.fields) },
  });
  const { all, required } = detail.samples;
  return { path: detail.path, schema, samples: { minimal: required as object, full: all as object } };
};

/** An API of an assessment that a customer defined; null where the assessment has no such observation or label. */
export const definedApi = (detail: Guided, kind: DefinedKind): GuidedApi | null => {
  const found = partOf(detail, kind);
  return (
    found && {
      ...found,
      id: kind,
      name: addressName(found.path),
      method: PUBLIC_ASSESSMENTS.assessment.method,
      isAssessment: kindFacts(kind).role === 'assessment',
      pathOf: () => found.path,
      check: (body) => shapeBody(found.schema, body),
      notices: (body) => bodyNotices(found.schema, body),
    }
  );
};
