import {
  EVENT_SCHEMAS,
  listNameKey,
  schemaAttributes,
  SUPPORT_LIST_TABLES,
  type BuiltInAssessment,
  type ListSourceDefinition,
  type SchemaAttribute,
} from '@redoubt/domain';
import type { Catalogue, CatalogueAttribute, CatalogueList, JsonKind } from '@redoubt/fql';

const KINDS: Readonly<Record<SchemaAttribute['type'], JsonKind>> = {
  text: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  dateTime: 'dateTime',
  object: 'object',
  list: 'array',
  open: 'object',
  freeList: 'array',
  freeObject: 'object',
};

/** An attribute of a schema as the language takes it. */
export const attributeOf = ({ path, type, values, description }: SchemaAttribute): CatalogueAttribute => ({
  path,
  type: values ? 'enum' : KINDS[type],
  ...(values ? { values } : {}),
  ...(description === '' ? {} : { description }),
});

const attributesOf = (assessment: BuiltInAssessment): readonly CatalogueAttribute[] =>
  schemaAttributes(EVENT_SCHEMAS[assessment]).map(attributeOf);

const BUILT_IN: Readonly<Record<BuiltInAssessment, readonly CatalogueAttribute[]>> = {
  purchase: attributesOf('purchase'),
  accountCreation: attributesOf('accountCreation'),
  accountLogin: attributesOf('accountLogin'),
};

/** Attributes of the events of a built-in assessment, as rules name them. */
export const builtInAttributes = (assessment: BuiltInAssessment): readonly CatalogueAttribute[] => BUILT_IN[assessment];

/** What can be asked besides lists; where an installation has no data of a kind, nothing is found. */
const SOURCES = ['geo', 'bin', 'device'] as const satisfies Catalogue['sources'];

type CatalogueLists = readonly (CatalogueList & {
  /** Where the rows are kept, if not here. */
  readonly source?: ListSourceDefinition | null;
})[];

/** Lists as the checker takes them, with the support lists, which are lists too. */
export const withSupportLists = (lists: CatalogueLists): readonly CatalogueList[] => {
  const own = new Set(SUPPORT_LIST_TABLES.map(({ name }) => listNameKey(name)));
  const others = lists.filter(({ name }) => !own.has(listNameKey(name)));
  return [
    ...others.map(({ name, columns, source }) => ({ name, columns, ...(source ? { remote: true } : {}) })),
    ...SUPPORT_LIST_TABLES,
  ];
};

/**
 * What the rules of an assessment may name in an environment: the attributes of its events, the environment's lists,
 * velocities, external calls and external assessments, and the support lists that every environment has.
 */
export const catalogueOf = (
  events: BuiltInAssessment | readonly CatalogueAttribute[],
  lists: CatalogueLists,
  velocities: readonly string[] = [],
  callable: Pick<Catalogue, 'calls' | 'assessments'> = {},
): Catalogue => {
  const attributes = typeof events === 'string' ? builtInAttributes(events) : events;
  return { attributes, lists: withSupportLists(lists), velocities, ...callable, sources: SOURCES };
};
