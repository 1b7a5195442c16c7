import {
  ASSESSMENTS,
  EVENT_SCHEMAS,
  listNameKey,
  schemaAttributes,
  SUPPORT_LIST_TABLES,
  type AssessmentName,
  type SchemaAttribute,
} from '@redoubt/domain';
import type { Catalogue, CatalogueAttribute, CatalogueCall, JsonKind } from '@redoubt/fql';
import { invariant } from '@redoubt/kernel';

const KINDS: Readonly<Record<SchemaAttribute['type'], JsonKind>> = {
  text: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  dateTime: 'dateTime',
  object: 'object',
  list: 'array',
  open: 'object',
};

/** An attribute of a schema as the language takes it. */
export const attributeOf = ({ path, type, values, description }: SchemaAttribute): CatalogueAttribute => ({
  path,
  type: values ? 'enum' : KINDS[type],
  ...(values ? { values } : {}),
  ...(description === '' ? {} : { description }),
});

const attributesOf = (assessment: AssessmentName): readonly CatalogueAttribute[] =>
  schemaAttributes(EVENT_SCHEMAS[assessment]).map(attributeOf);

const BY_ASSESSMENT = new Map<string, readonly CatalogueAttribute[]>(
  ASSESSMENTS.map((assessment) => [assessment, attributesOf(assessment)]),
);

/** What can be asked besides lists; where an installation has no data of a kind, nothing is found. */
const SOURCES = ['geo', 'bin', 'device'] as const satisfies Catalogue['sources'];

type CatalogueLists = readonly { readonly name: string; readonly columns: readonly string[] }[];

/** Lists as the checker takes them, with the support lists, which are lists too. */
export const withSupportLists = (lists: CatalogueLists): CatalogueLists => {
  const own = new Set(SUPPORT_LIST_TABLES.map(({ name }) => listNameKey(name)));
  const others = lists.filter(({ name }) => !own.has(listNameKey(name)));
  return [...others.map(({ name, columns }) => ({ name, columns })), ...SUPPORT_LIST_TABLES];
};

/**
 * What the rules of an assessment may name in an environment: the attributes of its body, the environment's lists,
 * velocities and external calls, and the support lists that every environment has.
 */
export const catalogueOf = (
  assessment: string,
  lists: CatalogueLists,
  velocities: readonly string[] = [],
  calls: readonly CatalogueCall[] = [],
): Catalogue => {
  const attributes = BY_ASSESSMENT.get(assessment);
  invariant(attributes, `the assessment ${assessment} has a schema`);
  return { attributes, lists: withSupportLists(lists), velocities, calls, sources: SOURCES };
};
