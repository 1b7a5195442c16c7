import type { Json } from '@redoubt/kernel';
import type { DefinedAssessmentKind } from '../events/defined-kinds.ts';
import type { SchemaAttribute } from '../events/schema/schema-attributes.ts';
import type { SectionName } from './sections.ts';
import type { AssessmentFeatures, DefinedTemplate, ObservationTemplate } from './templates.ts';

export const FIELD_TYPES = [
  'string',
  'integer',
  'double',
  'boolean',
  'datetime',
  'email',
  'ipAddress',
  'array',
  'object',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What an attribute of a schema of the product would be as a customer's own field. */
export const FIELD_TYPE_OF: Readonly<Record<SchemaAttribute['type'], FieldType>> = {
  text: 'string',
  number: 'double',
  integer: 'integer',
  boolean: 'boolean',
  dateTime: 'datetime',
  object: 'object',
  list: 'array',
  open: 'object',
  freeList: 'array',
  freeObject: 'object',
};

/** A field of the customer's own; in `path`, members of objects stand behind dots (`review.stars`). */
export type CustomField = {
  readonly path: string;
  readonly friendlyName: string;
  readonly type: FieldType;
  /** An example of what is sent, of the field's type; null where none was given. */
  readonly sample: Json;
  readonly required: boolean;
  readonly searchable: boolean;
  /** Whether its values are nodes of the graph that links go through; absent, as in definitions of before, for no. */
  readonly linkable?: boolean;
};

/** What the report of observations counts of an observation or a label. */
export type ReportChoice = {
  /** Paths of own fields that the report tells its values apart by. Null, or absent: the first ones that it can. */
  readonly reportFields?: readonly string[] | null;
};

export type ObservationDefinition = ReportChoice & {
  /** From 1, never given again in the assessment. */
  readonly number: number;
  readonly template: ObservationTemplate;
  readonly friendlyName: string;
  readonly apiName: string;
  readonly fields: readonly CustomField[];
};

export type LabelDefinition = ReportChoice & {
  readonly friendlyName: string;
  readonly fields: readonly CustomField[];
};

export type ReportConfiguration = {
  readonly fields: readonly string[];
  /** Where the amount of an event stands; null where reports add up none. */
  readonly amountField: string | null;
};

export const SHARINGS = ['Private', 'Shared'] as const;
export type Sharing = (typeof SHARINGS)[number];

/** What people say of an assessment of their own; number, names and times stand beside it. */
export type AssessmentDefinition = {
  readonly sections: readonly SectionName[];
  readonly fields: readonly CustomField[];
  readonly observations: readonly ObservationDefinition[];
  /** Observations that were ever made: the number of the last one. */
  readonly observationsMade: number;
  readonly label: LabelDefinition | null;
  readonly features: AssessmentFeatures;
  /** Paths of ids of persons, the event id first. */
  readonly dataSubjectIds: readonly string[];
  readonly sharing: Sharing;
  /** Answer that callers elsewhere are shown; null where there is none. */
  readonly sampleResponse: Json;
  /**
   * External call that gives the keys which answers to browsers are encrypted with
   * (`docs/reference/wire.md#device-facts`). Null, or absent where it was never asked for: browsers get no answers.
   */
  readonly keySetCall?: string | null;
  readonly reports: ReportConfiguration;
};

/** An assessment that a customer defined, as events and rules need to know it. */
export type DefinedAssessment = {
  readonly kind: DefinedAssessmentKind;
  readonly apiName: string;
  readonly friendlyName: string;
  readonly template: DefinedTemplate;
  readonly definition: AssessmentDefinition;
};
