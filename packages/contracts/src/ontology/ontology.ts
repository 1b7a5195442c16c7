import {
  FIELD_TYPES,
  isOntologyEntity,
  ONTOLOGY_EVENTS,
  PERSONAL_DATA,
  type OntologyEntity,
  type OntologyEvent,
} from '@redoubt/domain';
import { z } from 'zod';
import { definedAssessment, environmentParams, textUser } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId';

/** A thing that takes part in events, an event of the product, or an assessment that a customer defined. */
const entity = z
  .string()
  .max(24)
  .refine((text): text is OntologyEntity => isOntologyEntity(text));

/** A kind of event that has attributes. */
const event: z.ZodType<OntologyEvent, string> = z.union([z.enum(ONTOLOGY_EVENTS), definedAssessment]);

const ontologyEntity = z.strictObject({
  id: entity,
  group: z.enum(['thing', 'event', 'assessment']),
  /** What people call an assessment of their own; null for everything else. */
  name: z.string().nullable(),
  /** Attributes of its schema, and of things in all events together. */
  attributes: z.number().int(),
});
export type OntologyNode = z.infer<typeof ontologyEntity>;

const relation = z.strictObject({
  from: entity,
  to: entity,
  /** An event *has* a thing in its body, or is *about* another event or thing. */
  type: z.enum(['has', 'about']),
});
export type OntologyRelation = z.infer<typeof relation>;

const ontology = z.strictObject({ entities: z.array(ontologyEntity), relations: z.array(relation) });
export type Ontology = z.infer<typeof ontology>;

export const getOntology = defineEndpoint({
  id: 'ontology.get',
  summary: 'Kinds of things and events an environment knows, and how they are related.',
  method: 'GET',
  path: `${base}/graph/ontology`,
  permission: 'ontology:read',
  params: environmentParams,
  response: ontology,
  errors: ['ENV-UNKNOWN'],
});

const attribute = z.strictObject({
  /** The event whose body carries it. */
  event,
  /** As rules write it. */
  path: z.string(),
  /** What people call a field of their own; empty where it has no name but its path. */
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  /** Known values of an enumeration. */
  values: z.array(z.string()).nullable(),
  /**
   * `standard`: of the product's schema; `custom`: of the customer's own; `enrichment`: added by the fingerprint script;
   * `sent`: callers send it, and no schema says so.
   */
  source: z.enum(['standard', 'custom', 'enrichment', 'sent']),
  description: z.string(),
  /** False where the newest events carried it although no schema has it; the counts of `ontology.get` leave it out. */
  isInSchema: z.boolean(),
  /** Whether search finds events by it. */
  isSearchable: z.boolean(),
  /** As rules name it as a kind of the graph, `attribute:Points.agent.card`; null where its values are no nodes of it. */
  linkableAs: z.string().nullable(),
  /** What it most likely tells about a person; null for nothing. */
  personalData: z.enum(PERSONAL_DATA).nullable(),
  /** The shape of the newest value sent, never the value; null where none was seen. */
  sample: z.string().nullable(),
  /** Events that carried it, of those of its kind that were looked at; null for what no event carries in its body. */
  sent: z.number().int().nullable(),
  /** Published rules, functions and velocity sets of this environment that read it. */
  usedBy: z.array(textUser),
});
export type OntologyAttribute = z.infer<typeof attribute>;

const attributes = z.strictObject({
  attributes: z.array(attribute),
  /** Newest events of each kind that were looked at, here and below. */
  looked: z.array(z.strictObject({ event, events: z.number().int() })),
});
export type OntologyAttributes = z.infer<typeof attributes>;

export const getAttributes = defineEndpoint({
  id: 'ontology.attributes',
  summary: 'The attributes of one kind: where they stand, what they are, how often they are sent and what reads them.',
  method: 'GET',
  path: `${base}/catalog/attributes`,
  permission: 'ontology:read',
  params: environmentParams,
  query: z.strictObject({ entity }),
  response: attributes,
  errors: ['ENV-UNKNOWN', 'ASSESSMENT-UNKNOWN'],
});
