import { isJsonObject, type Json } from '@redoubt/kernel';
import { isIsoDateTime } from '../events/iso-date-time.ts';
import { isBuiltInKind } from '../events/event-kinds.ts';
import type { ObjectSchema } from '../events/schema/object-schema.ts';
import { schemaAttributes } from '../events/schema/schema-attributes.ts';
import { apiNameProblem, nameKey } from '../environments/names.ts';
import { isIpAddress } from '../support-lists/ip-address.ts';
import type { AssessmentDefinition, CustomField, DefinedAssessment, FieldType } from './definition.ts';
import { isLinkableType, MAX_LINKABLE_FIELDS } from './own-values.ts';
import { EVENT_ID_PATH, MAX_SUBJECT_IDS } from './templates.ts';

/** What is wrong with a part of a definition: where, and which sentence says it. */
export type DefinitionProblem = {
  readonly path: string;
  readonly code:
    | 'apiName'
    | 'fieldName'
    | 'fieldTaken'
    | 'fieldReserved'
    | 'fieldSample'
    | 'linkableType'
    | 'linkableSearch'
    | 'linkableCount'
    | 'linkableEvent'
    | 'subjectUnknown'
    | 'subjectCount'
    | 'subjectRemoved'
    | 'fieldFrozen'
    | 'amountUnknown'
    | 'reportField'
    | 'reportFieldCount'
    | 'keySetSchema'
    | 'keySetCall';
  readonly name: string;
};

export const MAX_API_NAME = 60;
export const MAX_CUSTOM_FIELDS = 200;

/** Names that addresses, velocities or the event page already use for something else. */
const RESERVED = new Set(['create', 'label', 'observation', 'branch', 'setup', 'customassessment', 'rules']);

export const definedApiNameProblem = (name: string, taken: Iterable<string>): 'apiName' | null => {
  const key = name.toLowerCase();
  const first = `${key.slice(0, 1)}${name.slice(1)}`;
  const isUsed = RESERVED.has(key) || isBuiltInKind(first) || /^(?:assessment|legacy|label|observation)-\d/.test(key);
  return isUsed || name.length > MAX_API_NAME || apiNameProblem(name, taken) !== null ? 'apiName' : null;
};

/** The same for an observation, among the others of its assessment. */
export const observationApiNameProblem = (name: string, taken: Iterable<string>): 'apiName' | null =>
  RESERVED.has(name.toLowerCase()) || name.length > MAX_API_NAME || apiNameProblem(name, taken) !== null
    ? 'apiName'
    : null;

/** Names that every object has. */
const UNUSABLE = new Set(['__proto__', 'constructor', 'prototype']);

const FIELD_PATH = /^[A-Za-z_][\w-]{0,59}(?:\.[A-Za-z_][\w-]{0,59}){0,5}$/;

const FITS: Readonly<Record<FieldType, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  double: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  datetime: (value) => typeof value === 'string' && isIsoDateTime(value),
  email: (value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value),
  ipAddress: (value) => typeof value === 'string' && isIpAddress(value),
  array: (value) => Array.isArray(value),
  object: isJsonObject,
};

/** Whether an example is of a field's type. */
export const fitsFieldType = (type: FieldType, sample: Json): boolean => sample === null || FITS[type](sample);

/**
 * What keeps fields of the customer's own from standing beside a schema: names match ignoring case, so two must differ in
 * more than that, and none may stand where the schema has something already.
 */
export const fieldProblems = (
  fields: readonly CustomField[],
  standard: ObjectSchema,
  at = 'fields',
): readonly DefinitionProblem[] => {
  const known = new Map(schemaAttributes(standard).map(({ path, type }) => [path.toLowerCase(), type]));
  const scalars = new Set([...known].flatMap(([path, type]) => (type === 'object' || type === 'list' ? [] : [path])));
  const own = new Set<string>();
  const leaves = new Set(fields.map(({ path }) => path.toLowerCase()));
  return fields.flatMap(({ path, type, sample }, index): DefinitionProblem[] => {
    const key = path.toLowerCase();
    const problem = (code: DefinitionProblem['code']) => [{ path: `${at}[${index}].path`, code, name: path }];
    if (!FIELD_PATH.test(path)) return problem('fieldName');
    const parents = key.split('.').flatMap((_part, end, parts) => (end === 0 ? [] : [parts.slice(0, end).join('.')]));
    if (own.has(key) || parents.some((parent) => leaves.has(parent))) return problem('fieldTaken');
    own.add(key);
    const isReserved =
      known.has(key) ||
      /^metadata(?:\.|$)/.test(key) ||
      key.split('.').some((name) => UNUSABLE.has(name)) ||
      parents.some((parent) => scalars.has(parent));
    if (isReserved) return problem('fieldReserved');
    return fitsFieldType(type, sample) ? [] : [{ path: `${at}[${index}].sample`, code: 'fieldSample', name: path }];
  });
};

/**
 * What keeps fields from being linkable: only searchable texts of the events themselves link, and only so many of them.
 *
 * @param features of the assessment; null for the fields of an observation or label, whose values are no nodes.
 */
export const linkableProblems = (
  fields: readonly CustomField[],
  features: Pick<AssessmentDefinition['features'], 'search'> | null,
  at = 'fields',
): readonly DefinitionProblem[] => {
  let linkable = 0;
  return fields.flatMap((field, index): DefinitionProblem[] => {
    if (field.linkable !== true) return [];
    linkable += 1;
    const problem = (code: DefinitionProblem['code']) => [{ path: `${at}[${index}].linkable`, code, name: field.path }];
    if (features === null) return problem('linkableEvent');
    if (!isLinkableType(field.type)) return problem('linkableType');
    if (!field.searchable || !features.search) return problem('linkableSearch');
    return linkable > MAX_LINKABLE_FIELDS ? problem('linkableCount') : [];
  });
};

/** What is wrong with ids of persons and the amount of reports, given the paths of the schema. */
export const settingProblems = (
  { dataSubjectIds, reports }: Pick<AssessmentDefinition, 'dataSubjectIds' | 'reports'>,
  schema: ObjectSchema,
): readonly DefinitionProblem[] => {
  const paths = new Map(schemaAttributes(schema).map(({ path, type }) => [path, type]));
  const problems: DefinitionProblem[] = [];
  const others = dataSubjectIds.filter((path) => path !== EVENT_ID_PATH);
  if (
    !dataSubjectIds.includes(EVENT_ID_PATH) ||
    new Set(others).size !== others.length ||
    others.length > MAX_SUBJECT_IDS
  )
    problems.push({ path: 'dataSubjectIds', code: 'subjectCount', name: '' });
  for (const path of others)
    if (paths.get(path) !== 'text') problems.push({ path: 'dataSubjectIds', code: 'subjectUnknown', name: path });
  const { amountField } = reports;
  const amountType = amountField === null ? 'number' : paths.get(amountField);
  if (amountType !== 'number' && amountType !== 'integer')
    problems.push({ path: 'reports.amountField', code: 'amountUnknown', name: amountField ?? '' });
  return problems;
};

/** Whether browsers can be answered: what they say of themselves is all that such an event carries. */
export const acceptsBrowserEvents = ({
  template,
  definition: { sections, fields },
}: Pick<DefinedAssessment, 'template'> & {
  readonly definition: Pick<AssessmentDefinition, 'sections' | 'fields'>;
}): boolean =>
  template === 'DeviceFingerprinting' &&
  sections.every((section) => section === 'deviceFingerprinting') &&
  fields.length === 0;

/**
 * What keeps browsers from being answered.
 *
 * @param calls names of the environment's external calls.
 */
export const keySetProblems = (
  assessment: Parameters<typeof acceptsBrowserEvents>[0],
  keySetCall: string | null,
  calls: Iterable<string>,
): readonly DefinitionProblem[] => {
  if (keySetCall === null) return [];
  if (!acceptsBrowserEvents(assessment)) return [{ path: 'keySetCall', code: 'keySetSchema', name: keySetCall }];
  const isKnown = [...calls].some((name) => nameKey(name) === nameKey(keySetCall));
  return isKnown ? [] : [{ path: 'keySetCall', code: 'keySetCall', name: keySetCall }];
};

const frozen = (
  before: readonly CustomField[],
  after: readonly CustomField[],
  at: string,
): readonly DefinitionProblem[] => {
  const byPath = new Map(after.map((field) => [field.path, field]));
  return before.flatMap((field): DefinitionProblem[] =>
    byPath.get(field.path)?.type === field.type ? [] : [{ path: at, code: 'fieldFrozen', name: field.path }],
  );
};

/** What an existing definition does not let change: names and types of fields, and ids of persons once named. */
export const frozenProblems = (
  before: AssessmentDefinition,
  after: AssessmentDefinition,
): readonly DefinitionProblem[] => [
  ...frozen(before.fields, after.fields, 'fields'),
  ...before.dataSubjectIds.flatMap((path): DefinitionProblem[] =>
    after.dataSubjectIds.includes(path) ? [] : [{ path: 'dataSubjectIds', code: 'subjectRemoved', name: path }],
  ),
];

/** The same for the fields of an observation or label. */
export const frozenFieldProblems = (
  before: readonly CustomField[],
  after: readonly CustomField[],
): readonly DefinitionProblem[] => frozen(before, after, 'fields');
