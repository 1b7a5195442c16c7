import {
  DEFINED_TEMPLATES,
  FIELD_TYPES,
  MAX_CUSTOM_FIELDS,
  OBSERVATION_TEMPLATES,
  SECTION_NAMES,
  SHARINGS,
  type AssessmentDefinition,
  type CustomField,
  type DefinedTemplate,
  type SectionName,
} from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { choiceOf } from '../../assessments/assessment-scope.ts';
import { z } from 'zod';
import { fileNameOf, type ConfigurationFile } from '../configuration-file.ts';
import { yamlFile } from '../yaml-file.ts';

/** An assessment that people defined, without the numbers its installation gave it and its observations. */
export type AssessmentContent = Omit<AssessmentDefinition, 'observations' | 'observationsMade'> & {
  readonly apiName: string;
  readonly friendlyName: string;
  readonly template: DefinedTemplate;
  readonly observations: readonly Omit<AssessmentDefinition['observations'][number], 'number'>[];
};

const json = z.custom<Json>((value) => value !== undefined, 'expected a value');
const name = z.string().trim().min(1).max(120);

const fields = z
  .array(
    z
      .strictObject({
        path: z.string().trim().min(1).max(400),
        name: z.string().max(120).default(''),
        type: z.enum(FIELD_TYPES),
        sample: json.default(null),
        required: z.boolean().default(false),
        searchable: z.boolean().default(false),
        linkable: z.boolean().default(false),
      })
      .transform(({ name: friendlyName, linkable, ...field }): CustomField => ({
        ...field,
        friendlyName,
        ...(linkable ? { linkable } : {}),
      })),
  )
  .max(MAX_CUSTOM_FIELDS)
  .default([]);

/** Fields that the report of observations tells apart; left out where the first ones are counted. */
const reportFields = z.array(z.string().trim().min(1).max(400)).max(MAX_CUSTOM_FIELDS).optional();

/** The layout of `assessments/<name>.yaml`. */
export const assessmentSchema = z.strictObject({
  assessment: z.string().trim(),
  name,
  template: z.enum(DEFINED_TEMPLATES),
  sections: z.array(z.enum(SECTION_NAMES as [SectionName, ...SectionName[]])).default([]),
  fields,
  observations: z
    .array(
      z.strictObject({
        observation: z.string().trim(),
        name,
        template: z.enum(OBSERVATION_TEMPLATES),
        fields,
        reportFields,
      }),
    )
    .default([]),
  label: z.strictObject({ name, fields, reportFields }).optional(),
  features: z.strictObject({ caseManagement: z.boolean(), search: z.boolean(), reporting: z.boolean() }),
  dataSubjectIds: z.array(z.string()),
  sharing: z.enum(SHARINGS).default('Private'),
  sampleResponse: json.default(null),
  keySetCall: z.string().nullable().default(null),
  reports: z
    .strictObject({ fields: z.array(z.string()).default([]), amountField: z.string().nullable().default(null) })
    .default({ fields: [], amountField: null }),
});

export const contentOf = (members: z.output<typeof assessmentSchema>): AssessmentContent => {
  const { assessment, name: friendlyName, label, observations, ...rest } = members;
  return {
    ...rest,
    apiName: assessment,
    friendlyName,
    observations: observations.map(({ observation, name: called, reportFields: counted, ...each }) => ({
      ...each,
      ...choiceOf(counted, {}),
      apiName: observation,
      friendlyName: called,
    })),
    label:
      label === undefined
        ? null
        : { friendlyName: label.name, fields: label.fields, ...choiceOf(label.reportFields, {}) },
  };
};

const some = (member: string, values: readonly unknown[]): Readonly<Record<string, unknown>> =>
  values.length === 0 ? {} : { [member]: values };

const writtenFields = (written: readonly CustomField[]) =>
  some(
    'fields',
    written.map(({ path, friendlyName, type, sample, required, searchable, linkable }) => ({
      path,
      ...(friendlyName === '' ? {} : { name: friendlyName }),
      type,
      ...(sample === null ? {} : { sample }),
      ...(required ? { required } : {}),
      ...(searchable ? { searchable } : {}),
      ...(linkable ? { linkable } : {}),
    })),
  );

/** One order, whatever was added last. */
const byApiName = (left: { readonly apiName: string }, right: { readonly apiName: string }): number =>
  left.apiName < right.apiName ? -1 : 1;

/** The file of an assessment; its rules stand in `rules/<name>`. */
export const assessmentFile = (content: AssessmentContent): ConfigurationFile => {
  const { apiName, friendlyName, template, sections, observations, label, sharing, sampleResponse, reports } = content;
  const { keySetCall = null } = content;
  const { caseManagement, search, reporting } = content.features;
  const { amountField } = reports;
  return yamlFile(`assessments/${fileNameOf(apiName)}.yaml`, {
    assessment: apiName,
    name: friendlyName,
    template,
    ...some('sections', sections),
    ...writtenFields(content.fields),
    ...some(
      'observations',
      observations.toSorted(byApiName).map((each) => ({
        observation: each.apiName,
        name: each.friendlyName,
        template: each.template,
        ...writtenFields(each.fields),
        ...choiceOf(each.reportFields, {}),
      })),
    ),
    ...(label === null
      ? {}
      : { label: { name: label.friendlyName, ...writtenFields(label.fields), ...choiceOf(label.reportFields, {}) } }),
    features: { caseManagement, search, reporting },
    dataSubjectIds: content.dataSubjectIds,
    ...(sharing === 'Private' ? {} : { sharing }),
    ...(sampleResponse === null ? {} : { sampleResponse }),
    ...(keySetCall === null ? {} : { keySetCall }),
    ...(reports.fields.length === 0 && amountField === null
      ? {}
      : {
          reports: { ...some('fields', reports.fields), ...(amountField === null ? {} : { amountField }) },
        }),
  });
};
