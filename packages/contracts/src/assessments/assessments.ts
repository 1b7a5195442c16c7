import {
  ASSESSMENT_TEMPLATES,
  DEFINED_TEMPLATES,
  FIELD_TYPES,
  MAX_API_NAME,
  MAX_CUSTOM_FIELDS,
  OBSERVATION_TEMPLATES,
  RUN_MODES,
  SECTION_NAMES,
  SHARINGS,
  type SectionName,
} from '@redoubt/domain';
import { z } from 'zod';
import {
  assessmentName,
  authorship,
  decisionCounts,
  definedAssessment,
  environmentParams,
  json,
  versionTag,
} from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/assessments';
const definedParams = environmentParams.extend({ assessment: definedAssessment });
const observationParams = definedParams.extend({ observation: z.coerce.number().int().min(1).max(99) });

const friendlyName = z.string().trim().min(1).max(120);
const apiName = z.string().trim().min(1).max(MAX_API_NAME);

export const customField = z.strictObject({
  path: z.string().trim().min(1).max(400),
  friendlyName: z.string().trim().max(120),
  type: z.enum(FIELD_TYPES),
  /** An example of the field's type; null for none. */
  sample: json,
  required: z.boolean(),
  searchable: z.boolean(),
  /**
   * Whether its values are nodes of the graph, in events from now on: a searchable `string`, `email` or `ipAddress` of the
   * events themselves, at most ten of an assessment. Left out: it is not.
   */
  linkable: z.boolean().optional(),
});
const fields = z.array(customField).max(MAX_CUSTOM_FIELDS);

const features = z.strictObject({ caseManagement: z.boolean(), search: z.boolean(), reporting: z.boolean() });
/** Own fields that the report of observations tells apart; null: the first ones that it can. */
const reportFields = z.array(z.string().trim().min(1).max(400)).max(MAX_CUSTOM_FIELDS).nullable();
/** Left out: as they are; none are chosen at first. */
const reportChoice = { reportFields: reportFields.optional() };
const observationInput = z.strictObject({
  template: z.enum(OBSERVATION_TEMPLATES),
  friendlyName,
  apiName,
  fields,
  ...reportChoice,
});
const observationDetail = observationInput.extend({
  reportFields,
  number: z.number().int(),
  /** Where it is posted. */
  path: z.string(),
  sample: json,
});
const label = z.strictObject({ friendlyName, fields, ...reportChoice });
const reports = z.strictObject({ fields: z.array(z.string()).max(50), amountField: z.string().nullable() });
const sections = z.array(z.enum(SECTION_NAMES as [SectionName, ...SectionName[]])).max(30);
const dataSubjectIds = z.array(z.string().max(400)).max(10);

const schemaField = z.strictObject({
  path: z.string(),
  type: z.string(),
  required: z.boolean(),
  description: z.string(),
  values: z.array(z.string()).nullable(),
});

const assessmentSummary = z.strictObject({
  /** The kind of its events: `purchase`, `assessment-7`. */
  kind: assessmentName,
  /** Null for one that came with the product. */
  friendlyName: z.string().nullable(),
  apiName: z.string().nullable(),
  template: z.enum(DEFINED_TEMPLATES).nullable(),
  sharing: z.enum(SHARINGS).nullable(),
  features: features.nullable(),
  observations: z.number().int(),
  activeRules: z.number().int(),
  /** Live events of the last 24 hours here and below, and what was decided about them. */
  events24h: z.number().int(),
  decisions24h: decisionCounts,
  /** Volume of the last hour in bars of five minutes, oldest first. */
  lastHour: z.array(z.number().int()),
  /** The newest change of its definition or of a rule here; null where there was none. */
  changed: authorship.nullable(),
});
export type AssessmentSummary = z.infer<typeof assessmentSummary>;

const assessmentList = z.strictObject({
  assessments: z.array(assessmentSummary),
  /** The root environment of this tree, where assessments are defined. */
  root: z.strictObject({ id: z.string(), name: z.string(), isHere: z.boolean() }),
  wizard: z.strictObject({ count: z.number().int(), most: z.number().int() }),
  legacy: z.strictObject({ count: z.number().int(), most: z.number().int() }),
  canWrite: z.boolean(),
});
export type AssessmentList = z.infer<typeof assessmentList>;

const assessmentDetail = z.strictObject({
  kind: definedAssessment,
  friendlyName: z.string(),
  apiName: z.string(),
  template: z.enum(DEFINED_TEMPLATES),
  root: z.strictObject({ id: z.string(), name: z.string(), isHere: z.boolean() }),
  sections,
  fields,
  observations: z.array(observationDetail),
  label: label.extend({ reportFields, path: z.string(), sample: json }).nullable(),
  features,
  dataSubjectIds,
  sharing: z.enum(SHARINGS),
  sampleResponse: json,
  /** External call that gives the keys for answers to browsers; null: they get none. */
  keySetCall: z.string().nullable(),
  reports,
  /** Where its events are posted. */
  path: z.string(),
  /** Every path of the body, standard and custom, parents first. */
  schema: z.array(schemaField),
  samples: z.strictObject({ all: json, required: json }),
  created: authorship,
  changed: authorship,
  version: versionTag,
  /** True for writers of the root environment. */
  canWrite: z.boolean(),
});
export type AssessmentDetail = z.infer<typeof assessmentDetail>;
export type CustomFieldInput = z.infer<typeof customField>;

export const getAssessments = defineEndpoint({
  id: 'assessments.list',
  summary: 'The assessments of an environment, with their traffic of the last 24 hours.',
  method: 'GET',
  path: base,
  permission: 'assessments:read',
  params: environmentParams,
  response: assessmentList,
  errors: ['ENV-UNKNOWN'],
});

export const getAssessment = defineEndpoint({
  id: 'assessments.get',
  summary: 'One assessment that a customer defined: schema, observations, settings.',
  method: 'GET',
  path: `${base}/:assessment`,
  permission: 'assessments:read',
  params: definedParams,
  response: assessmentDetail,
  errors: ['ASSESSMENT-UNKNOWN'],
});

const traffic = z.strictObject({
  /** Newest events that were looked at. */
  events: z.number().int(),
  fields: z.array(
    z.strictObject({
      path: z.string(),
      type: z.enum(FIELD_TYPES),
      sample: json,
      /** In how many of them it stood. */
      count: z.number().int(),
      /** False for what the schema does not know: it could become a field. */
      inSchema: z.boolean(),
    }),
  ),
});
export type AssessmentTraffic = z.infer<typeof traffic>;

export const getAssessmentTraffic = defineEndpoint({
  id: 'assessments.traffic',
  summary: 'Which fields the newest events of an assessment carried, and how often; a schema can be made of them.',
  method: 'GET',
  path: `${base}/:assessment/traffic`,
  permission: 'assessments:read',
  params: environmentParams.extend({ assessment: assessmentName }),
  response: traffic,
  errors: ['ASSESSMENT-UNKNOWN'],
});

const relatedTraffic = z.strictObject({
  events24h: z.number().int(),
  /** Volume of each hour of receipt, oldest first; the last one still fills. */
  hours: z.array(z.number().int()),
  /** Newest events that were looked at for the fields. */
  looked: z.number().int(),
  fields: z.array(
    z.strictObject({ path: z.string(), type: z.enum(FIELD_TYPES), count: z.number().int(), inSchema: z.boolean() }),
  ),
  /** The newest one as JSON, its values as shapes (`xxx`, `000`); null where none came lately. */
  lastPayload: z.string().nullable(),
});
export type RelatedTraffic = z.infer<typeof relatedTraffic>;

export const getObservationTraffic = defineEndpoint({
  id: 'assessments.observations.traffic',
  summary: 'What was received of an observation: volume, fields and the newest payload without personal values.',
  method: 'GET',
  path: `${base}/:assessment/observations/:observation/traffic`,
  permission: 'assessments:read',
  params: observationParams,
  response: relatedTraffic,
  errors: ['ASSESSMENT-UNKNOWN', 'OBSERVATION-UNKNOWN'],
});

export const getLabelTraffic = defineEndpoint({
  id: 'assessments.label.traffic',
  summary: 'What was received of the label of an assessment: volume, fields and the newest payload.',
  method: 'GET',
  path: `${base}/:assessment/label/traffic`,
  permission: 'assessments:read',
  params: definedParams,
  response: relatedTraffic,
  errors: ['ASSESSMENT-UNKNOWN', 'OBSERVATION-UNKNOWN'],
});

export const createAssessment = defineEndpoint({
  id: 'assessments.create',
  summary: 'Define an assessment; with it come the rules of its template.',
  method: 'POST',
  path: base,
  permission: 'assessments:write',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    template: z.enum([...ASSESSMENT_TEMPLATES, 'Legacy']),
    apiName,
    friendlyName,
    sections,
    fields,
    observations: z.array(observationInput).max(20),
    label: label.nullable(),
    features,
    dataSubjectIds,
    runMode: z.enum(RUN_MODES),
  }),
  response: assessmentDetail,
  errors: ['ASSESSMENT-INVALID', 'ASSESSMENT-NAME-TAKEN', 'ASSESSMENT-LIMIT', 'ASSESSMENT-NOT-ROOT'],
});

const CHANGE_ERRORS = ['ASSESSMENT-UNKNOWN', 'ASSESSMENT-STALE', 'ASSESSMENT-INVALID', 'ASSESSMENT-NOT-ROOT'] as const;

export const updateAssessment = defineEndpoint({
  id: 'assessments.update',
  summary: 'Change name, schema, settings, sharing and reports of an assessment.',
  method: 'PATCH',
  path: `${base}/:assessment`,
  permission: 'assessments:write',
  secondPerson: true,
  params: definedParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    version: versionTag,
    friendlyName,
    sections,
    fields,
    features,
    dataSubjectIds,
    sharing: z.enum(SHARINGS),
    sampleResponse: json,
    /** Left out: as it is. */
    keySetCall: z.string().max(60).nullable().optional(),
    reports,
  }),
  response: assessmentDetail,
  errors: [...CHANGE_ERRORS],
});

export const deleteAssessment = defineEndpoint({
  id: 'assessments.delete',
  summary: 'Delete an assessment with its rules here and below; its API name has to be named.',
  method: 'DELETE',
  path: `${base}/:assessment`,
  permission: 'assessments:write',
  secondPerson: true,
  params: definedParams,
  query: z.strictObject({ version: versionTag, apiName }),
  response: z.undefined(),
  responseType: 'empty',
  errors: [...CHANGE_ERRORS, 'ASSESSMENT-SHARED', 'ASSESSMENT-REFERENCED', 'ASSESSMENT-CALLED'],
});

export const createObservation = defineEndpoint({
  id: 'assessments.observations.create',
  summary: 'Add an observation: a kind of later event about an event.',
  method: 'POST',
  path: `${base}/:assessment/observations`,
  permission: 'assessments:write',
  secondPerson: true,
  params: definedParams,
  body: observationInput.extend({ version: versionTag }),
  response: assessmentDetail,
  errors: [...CHANGE_ERRORS, 'ASSESSMENT-NAME-TAKEN', 'ASSESSMENT-LIMIT'],
});

export const updateObservation = defineEndpoint({
  id: 'assessments.observations.update',
  summary: 'Rename an observation or add fields to it.',
  method: 'PATCH',
  path: `${base}/:assessment/observations/:observation`,
  permission: 'assessments:write',
  secondPerson: true,
  params: observationParams,
  body: label.extend({ version: versionTag }),
  response: assessmentDetail,
  errors: [...CHANGE_ERRORS, 'OBSERVATION-UNKNOWN'],
});

export const deleteObservation = defineEndpoint({
  id: 'assessments.observations.delete',
  summary: 'Remove an observation; those received stay with their events.',
  method: 'DELETE',
  path: `${base}/:assessment/observations/:observation`,
  permission: 'assessments:write',
  secondPerson: true,
  params: observationParams,
  query: z.strictObject({ version: versionTag }),
  response: assessmentDetail,
  errors: [...CHANGE_ERRORS, 'OBSERVATION-UNKNOWN', 'ASSESSMENT-REFERENCED'],
});

export const putAssessmentLabel = defineEndpoint({
  id: 'assessments.label',
  summary: 'Create or change the label of an assessment.',
  method: 'PUT',
  path: `${base}/:assessment/label`,
  permission: 'assessments:write',
  secondPerson: true,
  params: definedParams,
  body: label.extend({ version: versionTag }),
  response: assessmentDetail,
  errors: [...CHANGE_ERRORS],
});
