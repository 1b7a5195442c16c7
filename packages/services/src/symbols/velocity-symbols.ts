import {
  definedLabelSchema,
  definedSchema,
  definedVelocitySources,
  observationSchema,
  type LoggedKind,
  assessmentsAround,
  EVENT_SCHEMAS,
  isAssessmentKind,
  schemaAttributes,
  VELOCITY_SOURCES,
  type EventKind,
  type ObjectSchema,
} from '@redoubt/domain';
import type { SymbolTable, AttributeSymbol, FunctionSymbol } from '@redoubt/fql';
import type { StoredAssessmentDefinition } from '@redoubt/storage';
import { attributeOf, withSupportLists, type ListsInSymbols } from './schema-symbols.ts';

const RULE_EVALUATION: readonly AttributeSymbol[] = [
  { path: 'ruleEvaluation', type: 'object' },
  {
    path: 'ruleEvaluation.decision',
    type: 'enum',
    values: ['Approve', 'Reject', 'Review', 'Challenge'],
    description: 'What the rules decided about the event.',
  },
  { path: 'ruleEvaluation.rule', type: 'string', description: 'Name of the rule that decided; empty where none did.' },
  { path: 'ruleEvaluation.clause', type: 'string', description: 'Name of the clause that decided.' },
  { path: 'ruleEvaluation.reason', type: 'string' },
  { path: 'ruleEvaluation.environmentId', type: 'string', description: 'Where the rule stands.' },
];

const attributesOf = (schema: ObjectSchema, prefix = ''): readonly AttributeSymbol[] =>
  schemaAttributes(schema, prefix).map(attributeOf);

/** What a kind of event carries for a velocity; an event about an assessment carries that one too. */
const carriedBy = (kind: EventKind): readonly AttributeSymbol[] => {
  const own = attributesOf(EVENT_SCHEMAS[kind]);
  if (isAssessmentKind(kind)) return [...own, ...RULE_EVALUATION];
  const around = assessmentsAround(kind).flatMap((assessment): readonly AttributeSymbol[] => [
    { path: assessment, type: 'object' },
    ...attributesOf(EVENT_SCHEMAS[assessment], `${assessment}.`),
  ]);
  return [...own, ...around];
};

const withoutRepeats = (attributes: readonly AttributeSymbol[]): readonly AttributeSymbol[] => {
  const known = new Map<string, AttributeSymbol>();
  for (const attribute of attributes) {
    const key = attribute.path.toLowerCase();
    if (!known.has(key)) known.set(key, attribute);
  }
  return [...known.values()];
};

const ATTRIBUTES = withoutRepeats((Object.keys(EVENT_SCHEMAS) as EventKind[]).flatMap(carriedBy));

/** Events of the product as FROM names them. */
const VELOCITY_EVENTS: readonly { readonly name: string; readonly kind: LoggedKind }[] = Object.entries(
  VELOCITY_SOURCES,
).map(([name, kind]) => ({ name, kind }));

/** Events as FROM names them, those of the product first. */
export const velocityEvents = (
  defined: readonly StoredAssessmentDefinition[],
): readonly { readonly name: string; readonly kind: LoggedKind }[] => [
  ...VELOCITY_EVENTS,
  ...definedVelocitySources(defined),
];

/** What the events of a defined assessment carry, and later events about them, with the assessment beside it. */
const definedCarries = (assessment: StoredAssessmentDefinition): readonly AttributeSymbol[] => {
  const { apiName, definition } = assessment;
  const schema = definedSchema(assessment);
  return [
    ...attributesOf(schema),
    ...definition.observations.flatMap((each) => attributesOf(observationSchema(each))),
    ...(definition.label === null ? [] : attributesOf(definedLabelSchema(definition.label.fields))),
    { path: apiName, type: 'object' },
    ...attributesOf(schema, `${apiName}.`),
  ];
};

/**
 * What the texts of a velocity set may name: the attributes of every event it may count, the environment's lists,
 * functions, and names that velocities of other sets do not have. Velocities cannot read velocities: a count of counts
 * would depend on the order in which one event is counted. Facts about addresses and cards come from data that history
 * is counted with too; device sessions, services and other assessments are asked once, so nothing here reads them.
 */
export const velocitySymbolsOf = (
  lists: ListsInSymbols,
  takenNames: readonly string[],
  defined: readonly StoredAssessmentDefinition[] = [],
  functions: readonly FunctionSymbol[] = [],
): SymbolTable => ({
  attributes: defined.length === 0 ? ATTRIBUTES : withoutRepeats([...ATTRIBUTES, ...defined.flatMap(definedCarries)]),
  lists: withSupportLists(lists),
  functions,
  sources: ['geo', 'bin'],
  velocitySet: { events: velocityEvents(defined).map(({ name }) => name), takenNames },
});
