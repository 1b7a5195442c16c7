import { fail, maskCardData, shapeBody, type Field, type LoggedKind, type ObjectSchema } from '@redoubt/domain';
import type { CallRequest } from '@redoubt/fql';
import { isCleanJson, isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { createHash } from 'node:crypto';

type AssessmentRequest = Extract<CallRequest, { readonly kind: 'assessment' }>;

/** Names of a schema are compared ignoring case, as those of a body are. */
const fieldNamed = (schema: ObjectSchema, name: string): Field | undefined => {
  const known = Object.keys(schema).find((each) => each.toLowerCase() === name.toLowerCase());
  return known === undefined ? undefined : schema[known];
};

/** What a schema knows of a body: everything else is left out. */
const knownOf = (schema: ObjectSchema, body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): readonly [string, Json][] => {
      const field = fieldNamed(schema, name);
      if (field === undefined) return [];
      if (!('schema' in field)) return [[name, value]];
      if (isJsonObject(value)) return [[name, knownOf(field.schema, value)]];
      if (!Array.isArray(value)) return [[name, value]];
      const items = value as readonly Json[];
      return [[name, items.map((item) => (isJsonObject(item) ? knownOf(field.schema, item) : item))]];
    }),
  );

const MAX_ID_CHARACTERS = 200;

/** Who calls: what makes the ids of the events it sends its own. */
export type CallingPlace = {
  readonly kind: LoggedKind;
  readonly environmentId: string;
  readonly eventId: string;
  readonly receivedAtMs: number;
};

/** An id that is the same whenever the same event asks the same, and another for anything else. */
const ownId = (caller: CallingPlace, request: AssessmentRequest): string => {
  const { kind, environmentId, eventId } = caller;
  const hash = createHash('sha256').update(JSON.stringify([kind, environmentId, eventId, request]));
  return `${eventId.slice(0, MAX_ID_CHARACTERS)}-${hash.digest('hex').slice(0, 8)}`;
};

/** The API that is called, as the target has it. */
export type NestedTarget = { readonly kind: LoggedKind; readonly schema: ObjectSchema; readonly apiName: string };

/** The metadata that a rule need not write: when it was sent, and an id of its own where the text names none. */
const withMetadata = (body: JsonObject, request: AssessmentRequest, caller: CallingPlace): JsonObject => {
  const given = isJsonObject(body.metadata) ? body.metadata : {};
  const named = request.method === 'Observe' ? 'observationId' : 'eventId';
  const generated = request.method === 'Label' ? {} : { [named]: ownId(caller, request) };
  const merchantTimeStamp = new Date(caller.receivedAtMs).toISOString();
  return { ...body, metadata: { merchantTimeStamp, ...generated, ...given } };
};

/**
 * The body that a text sends to an API of another assessment: what the target knows of `$baseInput`, over it the named
 * fields, and metadata. An evaluation takes no id from `$baseInput`: two calls of one event are two events, and the same
 * call is one however often it is made.
 *
 * @throws `REQ-INVALID` with what the target has against it.
 */
export const nestedBody = (
  { kind, schema, apiName }: NestedTarget,
  request: AssessmentRequest,
  caller: CallingPlace,
): JsonObject => {
  const base = knownOf(schema, request.baseInput ?? {});
  const named = new Set(Object.keys(request.fields).map((name) => name.toLowerCase()));
  const kept = Object.entries(base).filter(([name]) => !named.has(name.toLowerCase()));
  // What a text writes may hold a card number; an event that comes from outside is masked where it comes in.
  const text = maskCardData(JSON.stringify({ ...Object.fromEntries(kept), ...request.fields }));
  const body = JSON.parse(text) as JsonObject;
  shapeBody(schema, body);
  const { eventId, ...metadata } = isJsonObject(body.metadata) ? body.metadata : {};
  const isTaken = request.method === 'Evaluate' && !named.has('metadata') && eventId !== undefined;
  const whole = isTaken ? { ...body, metadata } : body;
  const sent = kind.startsWith('legacy-') ? { ...whole, name: apiName } : withMetadata(whole, request, caller);
  const problems = shapeBody(schema, sent);
  if (!isCleanJson(sent))
    throw fail('REQ-INVALID', { problems: 'it holds NUL or half a letter, or is nested too deeply' });
  if (problems.length === 0) return sent;
  const said = problems.slice(0, 5).map(({ path, message }) => `${path} ${message}`);
  throw fail('REQ-INVALID', { problems: said.join('; ') });
};
