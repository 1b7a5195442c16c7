import type { Json, JsonObject } from '@redoubt/kernel';
import { definedPartsOf, type DefinedRelatedKind } from '../events/defined-kinds.ts';
import { BANK_EVENT, CHARGEBACK } from '../events/follow-up-schemas.ts';
import { LABEL_FIELDS } from '../events/label-schemas.ts';
import { ACCOUNT_DEVICE, ACCOUNT_USER, accountMetadata, STATUS_DETAILS } from '../events/schema/account-objects.ts';
import {
  boolean,
  dateTime,
  free,
  integer,
  number,
  object,
  objectSchema,
  text,
  texts,
  type Field,
  type ObjectSchema,
} from '../events/schema/object-schema.ts';
import type {
  AssessmentDefinition,
  CustomField,
  DefinedAssessment,
  FieldType,
  ObservationDefinition,
} from './definition.ts';
import { SECTIONS, WIZARD_METADATA } from './sections.ts';
import type { ObservationTemplate } from './templates.ts';

const FIELDS: Readonly<
  Record<FieldType, (facts: { readonly required: boolean; readonly description: string }) => Field>
> = {
  string: text,
  integer,
  double: number,
  boolean,
  datetime: dateTime,
  email: text,
  ipAddress: text,
  array: (facts) => free('freeList', facts),
  object: (facts) => free('freeObject', facts),
};

const withField = (schema: ObjectSchema, names: readonly string[], field: Field): ObjectSchema => {
  const [name = '', ...rest] = names;
  if (rest.length === 0) return { ...schema, [name]: field };
  const owner = schema[name];
  const members = owner?.type === 'object' || owner?.type === 'list' ? owner.schema : {};
  const below = withField(members, rest, field);
  return { ...schema, [name]: owner?.type === 'list' ? { ...owner, schema: below } : object(below) };
};

/** A schema with fields of the customer's own beside those of the product. */
export const withCustomFields = (schema: ObjectSchema, fields: readonly CustomField[]): ObjectSchema =>
  fields.reduce<ObjectSchema>(
    (whole, { path, type, required, friendlyName }) =>
      withField(whole, path.split('.'), FIELDS[type]({ required, description: friendlyName })),
    schema,
  );

const LEGACY = objectSchema({
  name: text({ required: true, description: 'The API name of the assessment.' }),
  version: text({ description: 'Version of the schema.' }),
  tenantId: text(),
  metadata: object(accountMetadata({})),
  device: object(ACCOUNT_DEVICE),
  user: object(ACCOUNT_USER),
});

/** Body of an event of the assessment. */
export const definedSchema = ({
  template,
  definition,
}: Pick<DefinedAssessment, 'template'> & {
  readonly definition: Pick<AssessmentDefinition, 'sections' | 'fields'>;
}): ObjectSchema => {
  const sections = definition.sections.map((name) => SECTIONS[name]);
  const standard: ObjectSchema =
    template === 'Legacy'
      ? LEGACY
      : Object.assign({ metadata: object(WIZARD_METADATA, { required: true }) }, ...sections);
  return withCustomFields(standard, definition.fields);
};

const RELATED_METADATA = {
  eventId: text({ required: true, description: 'Id of the event it is about.' }),
  merchantTimeStamp: dateTime({ required: true, description: 'When you made the call.' }),
  ...texts({ trackingId: 'Unique id of this call.' }),
};

const OBSERVATION_METADATA = objectSchema({
  ...RELATED_METADATA,
  observationId: text({ required: true, description: 'Your id of the observation.' }),
});

const without = (schema: ObjectSchema, names: readonly string[]): ObjectSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));

/**
 * What the purchase generation says at its root, where the event id stands in the metadata
 * (`docs/reference/wire.md#assessments-of-the-wizard`).
 */
const FOLLOW_UP = ['purchaseId', 'userId', 'customData', '_metadata'];

const OBSERVATION_FIELDS: Readonly<Record<ObservationTemplate, ObjectSchema>> = {
  AssessmentStatus: { statusDetails: object(STATUS_DETAILS, { required: true }) },
  Bank: without(BANK_EVENT, FOLLOW_UP),
  Chargeback: without(CHARGEBACK, FOLLOW_UP),
  Custom: {},
};

/** Body of an observation. */
export const observationSchema = ({ template, fields }: Pick<ObservationDefinition, 'template' | 'fields'>) =>
  withCustomFields(
    { metadata: object(OBSERVATION_METADATA, { required: true }), ...OBSERVATION_FIELDS[template] },
    fields,
  );

const LABEL = objectSchema({
  ...LABEL_FIELDS,
  labelObjectType: { ...LABEL_FIELDS.labelObjectType, required: false },
  labelObjectId: { ...LABEL_FIELDS.labelObjectId, required: false },
  labelSource: { ...LABEL_FIELDS.labelSource, required: false },
});

/** Body of the label of an assessment. */
export const definedLabelSchema = (fields: readonly CustomField[]): ObjectSchema =>
  withCustomFields(
    { metadata: object(objectSchema(RELATED_METADATA), { required: true }), label: object(LABEL, { required: true }) },
    fields,
  );

/** Body of an observation or label; null where the assessment has none of that number. */
export const definedRelatedSchema = (
  { definition }: Pick<DefinedAssessment, 'definition'>,
  kind: DefinedRelatedKind,
): ObjectSchema | null => {
  const { part, observation } = definedPartsOf(kind);
  if (part === 'label') return definition.label && definedLabelSchema(definition.label.fields);
  const found = definition.observations.find((each) => each.number === observation);
  return found ? observationSchema(found) : null;
};

const SAMPLES: Readonly<Record<Field['type'], Json>> = {
  text: 'text',
  number: 12.5,
  integer: 3,
  boolean: true,
  dateTime: '2026-03-14T10:22:31.120Z',
  object: {},
  list: [],
  open: {},
  freeList: [],
  freeObject: {},
};

/** Values that look like what they stand for, by the path or its last part. */
const LIKELY: Readonly<Record<string, Json>> = {
  assessmentType: 'Protect',
  trackingId: 'trk-0001',
  version: '0.5',
  tenantId: '3e6f6a0e-5b0c-4c58-9f0b-6f4f4a3f5d10',
  userId: 'cust-48999',
  deviceContextId: '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77',
  'user.type': 'Consumer',
  sessionId: '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77',
  'deviceFingerprinting.id': '7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77',
  externalDeviceId: 'dev-991',
  'user.id': 'cust-48999',
  'recipientUser.id': 'cust-51007',
  timeZone: '+01:00',
  membershipId: 'GOLD-7',
  street1: 'Lindenweg 7',
  state: 'MV',
  instrumentId: 'pi-5541',
  lastFour: '0042',
  cardType: 'Visa',
  holderName: 'Nora Quill',
  expiration: '09/28',
  eci: '05',
  'merchant.id': 'MID-08',
  categoryCode: '5732',
  points: 6000,
  programId: 'lamps',
  productId: 'sku-1',
  bankEventId: 'bk-1',
  chargebackId: 'cb-20',
  eventId: 'ev-9001',
  observationId: 'obs-1',
  isTest: false,
  txnAmount: 120,
  amount: 120,
  currency: 'EUR',
  email: 'nora.quill@mailbox.example',
  username: 'nora.quill',
  firstName: 'Nora',
  lastName: 'Quill',
  phone: '+49-3055501234',
  phoneNumber: '+49-3055501234',
  city: 'Brandshagen',
  countryRegion: 'DE',
  country: 'DE',
  zipCode: '18519',
  ipAddress: '203.0.113.24',
  bin: '400000',
  language: 'DE-DE',
};

const sampleOf = (schema: ObjectSchema, given: ReadonlyMap<string, Json>, onlyRequired: boolean, at = ''): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([name, field]): readonly [string, Json][] => {
      const path = `${at}${name}`;
      if ('schema' in field) {
        const members = sampleOf(field.schema, given, onlyRequired, `${path}.`);
        if (Object.keys(members).length === 0 && !field.required) return [];
        return [[name, field.type === 'list' ? [members] : members]];
      }
      if (onlyRequired && !field.required) return [];
      const known = 'values' in field ? field.values?.[0] : undefined;
      return [[name, given.get(path) ?? LIKELY[path] ?? LIKELY[name] ?? known ?? SAMPLES[field.type]]];
    }),
  );

/** A fictional body of a schema; samples of custom fields stand where they were given. */
export const schemaSample = (
  schema: ObjectSchema,
  fields: readonly CustomField[],
  which: 'all' | 'required' = 'all',
): JsonObject => {
  const given = new Map(fields.flatMap(({ path, sample }) => (sample === null ? [] : [[path, sample] as const])));
  return sampleOf(schema, given, which === 'required');
};
