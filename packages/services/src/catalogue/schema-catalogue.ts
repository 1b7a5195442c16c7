import { EVENT_SCHEMAS, schemaAttributes, type AssessmentName, type SchemaAttribute } from '@redoubt/domain';
import type { Catalogue, CatalogueAttribute, JsonKind } from '@redoubt/fql';
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

const BY_ASSESSMENT = new Map<string, readonly CatalogueAttribute[]>([['purchase', attributesOf('purchase')]]);

/**
 * What the rules of an assessment may name in an environment: the attributes of its body, and the environment's lists and
 * velocities.
 * There are no support lists yet, so a rule that names one is refused instead of quietly finding nothing.
 */
export const catalogueOf = (
  assessment: string,
  lists: readonly { readonly name: string; readonly columns: readonly string[] }[],
  velocities: readonly string[] = [],
): Catalogue => {
  const attributes = BY_ASSESSMENT.get(assessment);
  invariant(attributes, `the assessment ${assessment} has a schema`);
  return { attributes, lists: lists.map(({ name, columns }) => ({ name, columns })), velocities, supportLists: [] };
};
