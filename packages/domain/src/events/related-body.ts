import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { EVENT_KINDS, type RelatedKind } from './event-kinds.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import type { Field, ObjectSchema } from './schema/object-schema.ts';

/** Objects whose members are what a later event of the account generation says. */
const LIFTED = ['statusDetails', 'label'] as const;
const ENVELOPE: ReadonlySet<string> = new Set(['name', 'version', 'tenantId', 'metadata', '_metadata', ...LIFTED]);

const outsideEnvelope = <Value>(owner: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(owner).filter(([name]) => !ENVELOPE.has(name)));

/**
 * What a later event says, from its shaped body: without metadata and envelope, and with the members of a status or a
 * label of the account generation at the root, as the purchase generation has them.
 */
export const relatedBody = (kind: RelatedKind, body: JsonObject): JsonObject => {
  if (EVENT_KINDS[kind].generation === 'purchase') {
    const { _metadata, ...said } = body;
    return said;
  }
  const said = outsideEnvelope(body);
  for (const name of LIFTED) {
    const lifted = body[name];
    if (isJsonObject(lifted)) Object.assign(said, lifted);
  }
  return said;
};

const SCHEMAS = new Map<RelatedKind, ObjectSchema>();

/** Fields of `relatedBody`. */
export const relatedSchema = (kind: RelatedKind): ObjectSchema => {
  const known = SCHEMAS.get(kind);
  if (known !== undefined) return known;
  const whole = EVENT_SCHEMAS[kind];
  const schema: Record<string, Field> = outsideEnvelope<Field>(whole);
  for (const name of LIFTED) {
    const field = whole[name];
    if (field?.type === 'object') Object.assign(schema, field.schema);
  }
  SCHEMAS.set(kind, schema);
  return schema;
};
