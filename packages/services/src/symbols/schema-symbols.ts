import {
  EVENT_SCHEMAS,
  listNameKey,
  schemaAttributes,
  SUPPORT_LIST_TABLES,
  type BuiltInAssessment,
  type ListSourceDefinition,
  type SchemaAttribute,
} from '@redoubt/domain';
import type { SymbolTable, AttributeSymbol, ListSymbol, JsonKind } from '@redoubt/fql';

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
export const attributeOf = ({ path, type, values, description }: SchemaAttribute): AttributeSymbol => ({
  path,
  type: values ? 'enum' : KINDS[type],
  ...(values ? { values } : {}),
  ...(description === '' ? {} : { description }),
});

const attributesOf = (assessment: BuiltInAssessment): readonly AttributeSymbol[] =>
  schemaAttributes(EVENT_SCHEMAS[assessment]).map(attributeOf);

const BUILT_IN: Readonly<Record<BuiltInAssessment, readonly AttributeSymbol[]>> = {
  purchase: attributesOf('purchase'),
  accountCreation: attributesOf('accountCreation'),
  accountLogin: attributesOf('accountLogin'),
};

/** Attributes of the events of a built-in assessment, as rules name them. */
export const builtInAttributes = (assessment: BuiltInAssessment): readonly AttributeSymbol[] => BUILT_IN[assessment];

/** What can be asked besides lists; where an installation has no data of a kind, nothing is found. */
const SOURCES = ['geo', 'bin', 'device', 'graph'] as const satisfies SymbolTable['sources'];

/** Lists of an environment as storage or a plan has them. */
export type ListsInSymbols = readonly (ListSymbol & {
  /** Where the rows are kept, if not here. */
  readonly source?: ListSourceDefinition | null;
})[];

/** Lists as the checker takes them, with the support lists, which are lists too. */
export const withSupportLists = (lists: ListsInSymbols): readonly ListSymbol[] => {
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
export const symbolsOf = (
  events: BuiltInAssessment | readonly AttributeSymbol[],
  lists: ListsInSymbols,
  velocities: readonly string[] = [],
  callable: Pick<SymbolTable, 'calls' | 'assessments'> = {},
): SymbolTable => {
  const attributes = typeof events === 'string' ? builtInAttributes(events) : events;
  return { attributes, lists: withSupportLists(lists), velocities, ...callable, sources: SOURCES };
};
