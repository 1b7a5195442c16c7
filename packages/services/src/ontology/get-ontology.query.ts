import type { Ontology, OntologyNode, OntologyRelation } from '@redoubt/contracts';
import { ONTOLOGY_THINGS, thingsOf } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';
import { readKnownEvents, subjectsOf, type KnownEvent } from './known-events.ts';
import { reading } from '../unit-of-work.ts';

const nodeOf = ({ event, defined, attributes }: KnownEvent): OntologyNode => ({
  id: event,
  group: defined === null ? 'event' : 'assessment',
  name: defined?.friendlyName ?? null,
  attributes: attributes.length,
});

const relationsOf = ({ event, attributes }: KnownEvent): readonly OntologyRelation[] => {
  const things = new Set(attributes.flatMap(({ path }) => thingsOf(path)));
  return [
    ...subjectsOf(event).map((to): OntologyRelation => ({ from: event, to, type: 'about' })),
    ...ONTOLOGY_THINGS.filter((thing) => things.has(thing)).map((to): OntologyRelation => ({
      from: event,
      to,
      type: 'has',
    })),
  ];
};

/** Things and events that an environment knows, and how they are related: all of it follows from the schemas. */
export const getOntology = async (context: EnvironmentContext): Promise<Ontology> => {
  const events = await reading(context, (trx) => readKnownEvents(trx, context.environmentId));
  const all = events.flatMap(({ attributes }) => attributes);
  return {
    entities: [
      ...ONTOLOGY_THINGS.map((thing): OntologyNode => ({
        id: thing,
        group: 'thing',
        name: null,
        attributes: all.filter(({ path }) => thingsOf(path).includes(thing)).length,
      })),
      ...events.map(nodeOf),
    ],
    relations: events.flatMap(relationsOf),
  };
};
