import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { isBuiltInKind, kindFacts, type LoggedRelatedKind, type RelatedKind } from './event-kinds.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import type { Field, ObjectSchema } from './schema/object-schema.ts';

/** Objects whose members are what a later event of the account generation says. */
const LIFTED = ['statusDetails', 'label'] as const;
const ENVELOPES: Readonly<Record<'account' | 'wizard', ReadonlySet<string>>> = {
  account: new Set(['name', 'version', 'tenantId', 'metadata', '_metadata', ...LIFTED]),
  wizard: new Set(['metadata', ...LIFTED]),
};

const outsideEnvelope = <Value>(
  generation: 'account' | 'wizard',
  owner: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(owner).filter(([name]) => !ENVELOPES[generation].has(name)));

/**
 * What a later event says, from its shaped body: without metadata and envelope, and with the members of a status or a
 * label of the later generations at the root, as the purchase generation has them.
 */
export const relatedBody = (kind: LoggedRelatedKind, body: JsonObject): JsonObject => {
  const { generation } = kindFacts(kind);
  if (generation === 'purchase') {
    const { _metadata, ...said } = body;
    return said;
  }
  const said = outsideEnvelope(generation, body);
  for (const name of LIFTED) {
    const lifted = body[name];
    if (isJsonObject(lifted)) Object.assign(said, lifted);
  }
  return said;
};

const SCHEMAS = new Map<LoggedRelatedKind, ObjectSchema>();
/** Every member of the root is a field of its own. */
const NO_SCHEMA: ObjectSchema = {};

const schemaOf = (kind: RelatedKind): ObjectSchema => {
  const whole = EVENT_SCHEMAS[kind];
  const schema: Record<string, Field> = outsideEnvelope<Field>('account', whole);
  for (const name of LIFTED) {
    const field = whole[name];
    if (field?.type === 'object') Object.assign(schema, field.schema);
  }
  return schema;
};

/** Fields of `relatedBody`; of a defined kind nothing is known beyond its members. */
export const relatedSchema = (kind: LoggedRelatedKind): ObjectSchema => {
  const known = SCHEMAS.get(kind);
  if (known !== undefined) return known;
  const schema = isBuiltInKind(kind) ? schemaOf(kind) : NO_SCHEMA;
  SCHEMAS.set(kind, schema);
  return schema;
};
