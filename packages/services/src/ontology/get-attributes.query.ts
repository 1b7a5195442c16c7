import type { OntologyAttribute, OntologyAttributes } from '@redoubt/contracts';
import {
  ASSESSMENT_KINDS,
  fail,
  isOntologyThing,
  maskPersonalValues,
  personalDataOf,
  thingsOf,
  withDescendants,
  type FieldType,
  type OntologyEntity,
  type OntologyEvent,
  type SearchableField,
} from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { listEnvironments, listSearchAttributes, readRecentRequests } from '@redoubt/storage';
import { seenAttributes, type SeenAttribute } from '../symbols/seen-attributes.ts';
import type { EnvironmentContext } from '../context.ts';
import { attributesInScope, fieldsOf } from '../symbols/attributes-in-scope.ts';
import { readAttributeUses, type AttributeUses } from './attribute-uses.ts';
import { readKnownEvents, type KnownAttribute, type KnownEvent } from './known-events.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

/** Newest events of a kind that are looked at. */
const RECENT_EVENTS = 200;

const SENT_TYPES: Readonly<Record<SeenAttribute['type'], FieldType>> = {
  string: 'string',
  number: 'double',
  boolean: 'boolean',
  dateTime: 'datetime',
  object: 'object',
  array: 'array',
};

/** Newest bodies of a kind in an environment, and where those are few, in those below it. */
const recentBodies = async (
  context: EnvironmentContext,
  environmentIds: readonly Id[],
  event: OntologyEvent,
): Promise<readonly Json[]> => {
  const bodies: Json[] = [];
  for (const environmentId of environmentIds) {
    const left = RECENT_EVENTS - bodies.length;
    if (left <= 0) break;
    const place = { tenantId: context.tenantId, environmentId, kind: event };
    bodies.push(...(await reading(context, (trx) => readRecentRequests(trx, place, left))));
  }
  return bodies;
};

/** A value as its shape: the values of an enumeration identify no person, any other value may. */
const sampleOf = ({ values }: KnownAttribute, seen: SeenAttribute | undefined): string | null => {
  const example = seen?.example ?? null;
  if (example === null) return null;
  if (values?.includes(String(example)) || typeof example === 'boolean') return String(example);
  const shape: unknown = JSON.parse(maskPersonalValues(JSON.stringify(String(example))));
  return String(shape);
};

/** Attributes of the product's events that are searched by, by lower-case path. */
type Searched = ReadonlyMap<string, SearchableField>;

/**
 * What callers send beyond the schema; what stands in `customData` is meant to be their own. What is searched by is listed
 * also while the newest events lack it.
 */
const unknownOf = (
  { event, attributes }: KnownEvent,
  seen: ReadonlyMap<string, SeenAttribute>,
  searched: Searched,
): readonly KnownAttribute[] => {
  const known = new Set(
    attributes.flatMap(({ path }) => {
      const names = path.toLowerCase().split('.');
      return names.map((_name, index) => names.slice(0, index + 1).join('.'));
    }),
  );
  const sent = [...seen].flatMap(([key, { path, type }]) =>
    type === 'object' ? [] : [[key, { path, type: SENT_TYPES[type] }] as const],
  );
  return [...new Map<string, { readonly path: string; readonly type: FieldType }>([...sent, ...searched])]
    .filter(([key]) => !known.has(key))
    .map(([key, { path, type }]): KnownAttribute => ({
      event,
      path,
      name: '',
      type,
      values: null,
      source: key.startsWith('customdata.') ? 'custom' : 'sent',
      description: '',
      isSearchable: false,
      linkableAs: null,
      personalData: personalDataOf(path, type),
    }));
};

const describe = (
  event: KnownEvent,
  bodies: readonly Json[],
  searched: Searched,
  usesOf: AttributeUses,
): readonly OntologyAttribute[] => {
  const seen = seenAttributes(bodies);
  const known = event.attributes.map((attribute) => ({ ...attribute, isInSchema: true }));
  const unknown = unknownOf(event, seen, searched).map((attribute) => ({ ...attribute, isInSchema: false }));
  return [...known, ...unknown].map((attribute) => {
    const found = seen.get(attribute.path.toLowerCase());
    return {
      ...attribute,
      isSearchable: attribute.isSearchable || searched.has(attribute.path.toLowerCase()),
      sample: sampleOf(attribute, found),
      sent: attribute.source === 'enrichment' ? null : (found?.events ?? 0),
      usedBy: [...usesOf(attribute.event, attribute.path)],
    };
  });
};

/**
 * The attributes of an event, or of a thing in all events that carry it, with how often the newest events carried each
 * and what reads them. No value that was sent is shown, only its shape.
 *
 * @throws `ASSESSMENT-UNKNOWN` where it is not defined here.
 */
export const getAttributes = async (
  context: EnvironmentContext,
  { entity }: { readonly entity: OntologyEntity },
): Promise<OntologyAttributes> => {
  const { environmentId } = context;
  const { events, usesOf, environments, searchAttributes } = await inTransaction(context, async (trx) => {
    const known = await readKnownEvents(trx, environmentId);
    return {
      events: known,
      usesOf: await readAttributeUses(trx, environmentId, known),
      environments: await listEnvironments(trx),
      searchAttributes: await listSearchAttributes(trx),
    };
  });
  const isOf = ({ path }: { readonly path: string }): boolean =>
    !isOntologyThing(entity) || thingsOf(path).includes(entity);
  const wanted = events.filter(({ event, attributes }) =>
    isOntologyThing(entity) ? attributes.some(isOf) : event === entity,
  );
  if (wanted.length === 0) throw fail('ASSESSMENT-UNKNOWN', { name: entity });
  const environmentIds = withDescendants(environmentId, environments);
  const inScope = attributesInScope(searchAttributes, environmentId, environments);
  const searchedOf = ({ event }: KnownEvent): Searched =>
    new Map(
      ASSESSMENT_KINDS.filter((kind) => kind === event).flatMap((kind) =>
        fieldsOf(inScope, kind).map((field) => [field.path.toLowerCase(), field] as const),
      ),
    );
  const looked: OntologyAttributes['looked'] = [];
  const attributes: OntologyAttribute[] = [];
  for (const event of wanted) {
    const bodies = await recentBodies(context, environmentIds, event.event);
    looked.push({ event: event.event, events: bodies.length });
    attributes.push(...describe(event, bodies, searchedOf(event), usesOf).filter(isOf));
  }
  return { attributes, looked };
};
