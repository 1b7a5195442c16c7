import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { json, text } from './conversions.ts';
import type { CallAnswer, CallRequest } from './call-record.ts';
import { put } from './put.ts';

/** An argument as an external call sends it: scalars as text, arrays and objects as they are. */
export const wireArgument = (value: unknown): Json => {
  const node = json(value) as Json;
  return typeof node === 'object' && node !== null ? node : text(node);
};

/** What the rule goes on with where no answer comes. */
export const unanswered = (error: string): CallAnswer => ({ response: null, httpStatusCode: 0, error, latencyMs: 0 });

export const objectOf = (keys: readonly string[], values: readonly Json[]): JsonObject => {
  const built: Record<string, Json> = {};
  keys.forEach((key, index) => put(built, key, values[index]));
  return built;
};

export const objectOrNull = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null);

/** An answer with the request it belongs to: what the result of a call is while a rule runs. */
export type Answered = { readonly request: CallRequest; readonly answer: CallAnswer };

const payloadOf = (request: CallRequest): Json =>
  request.kind === 'external' ? request.arguments : { ...request.baseInput, ...request.fields };

/** `GetDiagnostics()` of a result. */
export const diagnosticsOf = ({ request, answer }: Answered): Json => ({
  request: answer.sent ?? payloadOf(request),
  endpoint: answer.endpoint ?? '',
  httpStatusCode: answer.httpStatusCode,
  error: answer.error,
  latency: answer.latencyMs,
});

/** What the question to a list that is kept elsewhere is called; no external call has such a name. */
export const remoteListCall = (list: string): string => `list:${list}`;
