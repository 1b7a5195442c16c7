import { EVENT_SCHEMAS, VELOCITY_SOURCES, schemaAttributes, type EventKind, type ObjectSchema } from '@redoubt/domain';
import type { Catalogue, CatalogueAttribute } from '@redoubt/fql';
import { attributeOf, withSupportLists } from '../catalogue/schema-catalogue.ts';

const RULE_EVALUATION: readonly CatalogueAttribute[] = [
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

const attributesOf = (schema: ObjectSchema, prefix = ''): readonly CatalogueAttribute[] =>
  schemaAttributes(schema, prefix).map(attributeOf);

const { purchase, ...related } = EVENT_SCHEMAS;

/** What each kind of event carries for a velocity; an event about a purchase carries that purchase too. */
const BY_KIND = new Map<EventKind, readonly CatalogueAttribute[]>([
  ['purchase', [...attributesOf(purchase), ...RULE_EVALUATION]],
  ...Object.entries(related).map(([kind, schema]): [EventKind, readonly CatalogueAttribute[]] => [
    kind as EventKind,
    [...attributesOf(schema), { path: 'purchase', type: 'object' }, ...attributesOf(purchase, 'purchase.')],
  ]),
]);

const withoutRepeats = (attributes: readonly CatalogueAttribute[]): readonly CatalogueAttribute[] => {
  const known = new Map<string, CatalogueAttribute>();
  for (const attribute of attributes) {
    const key = attribute.path.toLowerCase();
    if (!known.has(key)) known.set(key, attribute);
  }
  return [...known.values()];
};

const ATTRIBUTES = withoutRepeats([...BY_KIND.values()].flat());

/** Events as FROM names them. */
export const VELOCITY_EVENTS: readonly { readonly name: string; readonly kind: EventKind }[] = Object.entries(
  VELOCITY_SOURCES,
).map(([name, kind]) => ({ name, kind }));

/**
 * What the texts of a velocity set may name: the attributes of every event it may count, the environment's lists, and
 * names that velocities of other sets do not have. Velocities cannot read velocities: a count of counts would depend on
 * the order in which one event is counted.
 */
export const velocityCatalogueOf = (
  lists: readonly { readonly name: string; readonly columns: readonly string[] }[],
  takenNames: readonly string[],
): Catalogue => ({
  attributes: ATTRIBUTES,
  lists: withSupportLists(lists),
  velocitySet: { events: VELOCITY_EVENTS.map(({ name }) => name), takenNames },
});
