import {
  CALL_CONTENT_TYPES,
  CALL_METHODS,
  MAX_CALL_NAME,
  MAX_CALL_PARAMETERS,
  MAX_CALL_TIMEOUT_MS,
  TOKEN_CLIENTS,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, json, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/externalcalls';
const callParams = environmentParams.extend({ callId: guid });

/** Periods that metrics of calls are shown for. */
export const CALL_PERIODS = ['1h', '24h', '7d', '30d', '90d'] as const;
export type CallPeriod = (typeof CALL_PERIODS)[number];
export const periodQuery = z.strictObject({ period: z.enum(CALL_PERIODS).default('24h') });

const name = z.string().trim().max(MAX_CALL_NAME);
const description = z.string().trim().max(500);
const url = z.string().trim().max(2000);
const pem = z.string().max(20_000);
const timeoutMs = z.number().int().min(1).max(MAX_CALL_TIMEOUT_MS);
const client = z.enum(TOKEN_CLIENTS);
const clientId = z.string().trim().max(300);
const text = z.string().max(1000);

/** A header or a fixed value; the value of a secret one is empty here, see `secrets`. */
const setting = z.strictObject({ name: z.string().trim().max(100), value: z.string().max(4000), secret: z.boolean() });
const settings = z.array(setting).max(MAX_CALL_PARAMETERS);

const authentication = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('anonymous') }),
  z.strictObject({ kind: z.literal('basic'), userName: text }),
  z.strictObject({ kind: z.literal('apiKey'), header: z.string().trim().max(100) }),
  z.strictObject({
    kind: z.literal('directory'),
    tokenUrl: url,
    audience: text,
    applicationId: clientId,
    certificate: pem,
  }),
  z.strictObject({ kind: z.literal('certificate'), certificate: pem }),
  z.strictObject({ kind: z.literal('oauth'), tokenUrl: url, client, clientId, scope: text, resource: text }),
  z.strictObject({
    kind: z.literal('customToken'),
    tokenUrl: url,
    client,
    clientId,
    headers: settings,
    body: json,
    tokenField: z.string().trim().min(1).max(100),
    timeoutMs,
  }),
]);

export const callDefinition = z.strictObject({
  method: z.enum(CALL_METHODS),
  url,
  contentType: z.enum(CALL_CONTENT_TYPES),
  parameters: z.array(z.strictObject({ name, sample: z.string().max(2000) })).max(MAX_CALL_PARAMETERS),
  configurations: settings,
  headers: settings,
  body: json,
  authentication,
  timeoutMs,
  defaultResponse: json,
  /** Whether a success without a body (204) is answered with the default and no failure. */
  acceptsEmptyAnswer: z.boolean().optional(),
  /** Asked by GET now and then while there is little traffic, so that a connection is open. */
  warmUpUrl: url.optional(),
});
export type CallDefinition = z.infer<typeof callDefinition>;

/** Secrets to set, by slot (`auth`, `header.x-api-key`, `configuration.key`); those that are left out stay. */
const secretsToSet = z.record(z.string().max(120), z.string().max(20_000));

export const callText = z.strictObject({
  name,
  description: description.default(''),
  definition: callDefinition,
  /** What the call answers where rules are only tried; completion knows its members. */
  sampleResponse: json,
  secrets: secretsToSet.default({}),
});
export type CallText = z.infer<typeof callText>;

/** Who calls: published rules, functions and velocity sets of the environment. */
export const callUsers = z.array(
  z.strictObject({
    kind: z.enum(['rule', 'function', 'assessment']),
    id: z.string(),
    name: z.string(),
    assessment: z.string().nullable(),
  }),
);

/** What became of the calls of a period. Latencies in milliseconds; null without calls. */
export const callFigures = z.strictObject({
  calls: z.number().int(),
  perSecond: z.number(),
  /** Share of calls that succeeded, 0 to 1; null without calls. */
  success: z.number().nullable(),
  averageMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
});
export type CallFigures = z.infer<typeof callFigures>;

/** `suspended`: too many failed, and no call is made for a while. */
export const callHealth = z.enum(['healthy', 'degraded', 'failing', 'suspended', 'noTraffic']);
export type CallHealth = z.infer<typeof callHealth>;

/** Calls in equal parts of the period, oldest first, and how many of them failed. */
export const callTrend = z.array(z.strictObject({ calls: z.number().int(), failed: z.number().int() }));

const callSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  method: z.enum(CALL_METHODS),
  /** The address without what stands behind its path. */
  endpoint: z.string(),
  timeoutMs: z.number().int(),
  health: callHealth,
  figures: callFigures,
  trend: callTrend,
  /** What came of the last request that kept a connection open, on the node that answers; null where none was made. */
  warmUp: z.strictObject({ at: instant, error: z.string() }).nullable(),
  users: callUsers,
  changed: authorship,
  version: versionTag,
});
export type CallSummary = z.infer<typeof callSummary>;

export const callDetail = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  definition: callDefinition,
  sampleResponse: json,
  /** Secrets that are set; their values are never given out. */
  secrets: z.array(z.strictObject({ slot: z.string(), set: authorship })),
  users: callUsers,
  changed: authorship,
  version: versionTag,
  canWrite: z.boolean(),
});
export type CallDetail = z.infer<typeof callDetail>;

export const getExternalCalls = defineEndpoint({
  id: 'externalCalls.list',
  summary: 'The external calls of an environment, with what became of them in a period.',
  method: 'GET',
  path: base,
  permission: 'externalCalls:read',
  params: environmentParams,
  query: periodQuery,
  response: z.strictObject({ calls: z.array(callSummary), canWrite: z.boolean() }),
});

export const getExternalCall = defineEndpoint({
  id: 'externalCalls.get',
  summary: 'One external call, without what is secret.',
  method: 'GET',
  path: `${base}/:callId`,
  permission: 'externalCalls:read',
  params: callParams,
  response: callDetail,
  errors: ['CALL-UNKNOWN'],
});

export const createExternalCall = defineEndpoint({
  id: 'externalCalls.create',
  summary: 'A new external call; texts may name it from the next event on.',
  method: 'POST',
  path: base,
  permission: 'externalCalls:write',
  params: environmentParams,
  body: callText.extend({
    /** Takes the secrets that are left out from this call of the environment. */
    copiedFrom: guid.optional(),
  }),
  response: callDetail,
  errors: ['CALL-NAME-INVALID', 'CALL-NAME-TAKEN', 'CALL-INVALID', 'CALL-SECRETS-NEEDED', 'CALL-UNKNOWN'],
});

export const changeExternalCall = defineEndpoint({
  id: 'externalCalls.change',
  summary: 'Change an external call, from the next event on; name and parameters stay while texts use it.',
  method: 'PUT',
  path: `${base}/:callId`,
  permission: 'externalCalls:write',
  secondPerson: true,
  params: callParams,
  body: callText.extend({ version: versionTag }),
  response: callDetail,
  errors: [
    'CALL-UNKNOWN',
    'CALL-STALE',
    'CALL-NAME-INVALID',
    'CALL-NAME-TAKEN',
    'CALL-INVALID',
    'CALL-SECRETS-NEEDED',
    'CALL-FROZEN',
  ],
});

export const deleteExternalCall = defineEndpoint({
  id: 'externalCalls.delete',
  summary: 'Delete an unused external call; the activity log keeps a copy.',
  method: 'DELETE',
  path: `${base}/:callId`,
  permission: 'externalCalls:write',
  params: callParams,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['CALL-UNKNOWN', 'CALL-STALE', 'CALL-REFERENCED', 'CALL-IN-BOOSTER'],
});

export const callTest = z.strictObject({
  /** `ok`, `http:404`, or what went wrong. */
  outcome: z.string(),
  httpStatusCode: z.number().int(),
  /** Empty where the call succeeded. */
  error: z.string(),
  latencyMs: z.number(),
  response: json,
});
export type CallTest = z.infer<typeof callTest>;

export const testExternalCall = defineEndpoint({
  id: 'externalCalls.test',
  summary: 'Make a call now with the samples of its parameters, as it is written here; nothing of it is kept.',
  method: 'POST',
  path: `${base}/test`,
  permission: 'externalCalls:write',
  params: environmentParams,
  body: z.strictObject({
    /** The stored call whose secrets are used where none are given. */
    callId: guid.nullable(),
    definition: callDefinition,
    secrets: secretsToSet.default({}),
  }),
  response: callTest,
  errors: ['CALL-INVALID', 'CALL-SECRETS-NEEDED', 'CALL-UNKNOWN'],
});

/** An event whose call failed; its record says what was sent and what came back. */
const failedEvent = z.strictObject({ environmentId: guid, eventType: z.string(), eventId: z.string(), at: instant });

const callCaller = z.strictObject({
  /** Null for tests, and for calls that were counted before callers were; the name is empty where the rule is gone. */
  rule: z
    .strictObject({ id: guid, name: z.string(), assessment: z.string().nullable(), environmentId: guid.nullable() })
    .nullable(),
  /** Name of the clause; empty for the condition, and where the rule or clause is gone. */
  clause: z.string(),
  isCondition: z.boolean(),
  figures: callFigures,
  /** Time that rules waited for calls that failed. */
  lostMs: z.number().int(),
  /** Most frequent first. The newest event is given to those who may search events. */
  failures: z.array(z.strictObject({ outcome: z.string(), calls: z.number().int(), newest: failedEvent.nullable() })),
});
export type CallCaller = z.infer<typeof callCaller>;

export const callMetrics = z.strictObject({
  name: z.string(),
  timeoutMs: z.number().int(),
  health: callHealth,
  from: instant,
  to: instant,
  figures: callFigures,
  /** What became of calls that did not succeed, most frequent first: `http:404`, `timeout` … */
  failures: z.array(z.strictObject({ outcome: z.string(), calls: z.number().int() })),
  /** Equal parts of the period, oldest first. */
  buckets: z.array(
    z.strictObject({
      from: instant,
      to: instant,
      figures: callFigures,
      failures: z.record(z.string(), z.number().int()),
    }),
  ),
  /** How long the rules of one event may wait for everything they call. */
  budgetMs: z.number().int(),
  /** Rules and clauses that called, most calls first. */
  callers: z.array(callCaller),
});
export type CallMetricsAnswer = z.infer<typeof callMetrics>;

export const getExternalCallMetrics = defineEndpoint({
  id: 'externalCalls.metrics',
  summary: 'How an external call did over a period: rate, latency, success, and errors by kind.',
  method: 'GET',
  path: `${base}/:callId/metrics`,
  permission: 'externalCalls:read',
  params: callParams,
  query: periodQuery,
  response: callMetrics,
  errors: ['CALL-UNKNOWN'],
});
