import {
  definedSchema,
  DEVICE_ATTRIBUTES,
  EVENT_SCHEMAS,
  FIELD_TYPE_OF,
  isAssessmentKind,
  graphKindOfAttribute,
  kindFacts,
  linkablePaths,
  ONTOLOGY_EVENTS,
  personalDataOf,
  schemaAttributes,
  searchableFields,
  thingsOf,
  type FieldType,
  type LoggedAssessmentKind,
  type ObjectSchema,
  type OntologyEvent,
  type PersonalData,
  type SchemaAttribute,
} from '@redoubt/domain';
import type { TenantTransaction } from '@redoubt/storage';
import type { Id } from '@redoubt/kernel';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { searchFieldAt } from '../search/search-field-at.ts';

/** An attribute as schemas say it, before anything is counted. */
export type KnownAttribute = {
  readonly event: OntologyEvent;
  readonly path: string;
  readonly name: string;
  readonly type: FieldType;
  readonly values: string[] | null;
  readonly source: 'standard' | 'custom' | 'enrichment' | 'sent';
  readonly description: string;
  readonly isSearchable: boolean;
  readonly linkableAs: string | null;
  readonly personalData: PersonalData | null;
};

/** A kind of event with everything its schema knows. */
export type KnownEvent = {
  readonly event: OntologyEvent;
  /** Of an assessment that a customer defined; null for those of the product. */
  readonly defined: { readonly friendlyName: string; readonly apiName: string } | null;
  readonly attributes: readonly KnownAttribute[];
};

/** Objects and lists with members of their own are places, not attributes. */
const isPlace = ({ type }: SchemaAttribute): boolean => type === 'object' || type === 'list';

const standardAttributes = (event: OntologyEvent, schema: ObjectSchema): readonly KnownAttribute[] =>
  schemaAttributes(schema)
    .filter((attribute) => !isPlace(attribute))
    .map(({ path, type, values, description }): KnownAttribute => ({
      event,
      path,
      name: '',
      type: FIELD_TYPE_OF[type],
      values: values === null ? null : [...values],
      source: 'standard',
      description,
      isSearchable: isAssessmentKind(event) && searchFieldAt(event, schema, path) !== null,
      linkableAs: null,
      personalData: personalDataOf(path, FIELD_TYPE_OF[type]),
    }));

/** What the fingerprint script adds to the events of an assessment. */
const deviceAttributes = (event: LoggedAssessmentKind & OntologyEvent): readonly KnownAttribute[] =>
  Object.values(DEVICE_ATTRIBUTES).flatMap((attributes) =>
    attributes.map(({ key, name }): KnownAttribute => {
      const path = `deviceAttributes.${key}`;
      const type = key === 'ipAddressHistory' ? 'array' : 'string';
      const common = {
        event,
        path,
        name,
        type,
        values: null,
        description: '',
        isSearchable: false,
        linkableAs: null,
      } as const;
      return { ...common, source: 'enrichment', personalData: personalDataOf(path, type) };
    }),
  );

const withDevice = (event: OntologyEvent, attributes: readonly KnownAttribute[]): readonly KnownAttribute[] =>
  isAssessmentKind(event) && event !== 'signUp' && attributes.some(({ path }) => thingsOf(path).includes('device'))
    ? [...attributes, ...deviceAttributes(event)]
    : attributes;

const BUILT_IN: readonly KnownEvent[] = ONTOLOGY_EVENTS.map((event) => ({
  event,
  defined: null,
  attributes: withDevice(event, standardAttributes(event, EVENT_SCHEMAS[event])),
}));

/** Kinds of events with their attributes: those of the product, then those defined in the tree of an environment. */
export const readKnownEvents = async (trx: TenantTransaction, environmentId: Id): Promise<readonly KnownEvent[]> => {
  const defined = await readAssessmentsInTree(trx, environmentId);
  return [
    ...BUILT_IN,
    ...defined.map((assessment): KnownEvent => {
      const { kind, friendlyName, apiName, definition } = assessment;
      const own = new Map(definition.fields.map((field) => [field.path, field]));
      const searchable = new Set(searchableFields(definition).map(({ path }) => path));
      const linkable = new Set(linkablePaths(definition));
      const attributes = standardAttributes(kind, definedSchema(assessment)).map((attribute): KnownAttribute => {
        const field = own.get(attribute.path);
        if (field === undefined) return attribute;
        const { friendlyName: name, type } = field;
        const personalData = personalDataOf(field.path, type);
        const isSearchable = searchable.has(field.path);
        const linkableAs = linkable.has(field.path) ? graphKindOfAttribute(apiName, field.path) : null;
        return { ...attribute, name, type, source: 'custom', description: '', isSearchable, linkableAs, personalData };
      });
      return { event: kind, defined: { friendlyName, apiName }, attributes: withDevice(kind, attributes) };
    }),
  ];
};

/**
 * What an event is about besides what stands in its body; labels name their object themselves
 * (`docs/reference/wire.md#labels`).
 */
export const subjectsOf = (event: OntologyEvent): readonly (OntologyEvent | 'user' | 'paymentInstrument')[] => {
  if (event === 'label') return ['purchase', 'accountCreation', 'accountLogin', 'signUp', 'user', 'paymentInstrument'];
  const { about } = kindFacts(event);
  return about === 'purchase' ? ['purchase'] : [];
};
