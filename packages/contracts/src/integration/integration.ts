import { BODY_MODES, EVENT_KINDS, type EventKind } from '@redoubt/domain';
import { z } from 'zod';
import { definedKind, environmentParams, guid, instant, json } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/integration';

/** An API of the guide: the kind of event it takes, of the product or of an assessment that a customer defined. */
const api = z.union([z.enum(Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]]), definedKind]);
const apiParams = environmentParams.extend({ api });

const apiSignal = z.strictObject({
  api,
  /** Where its events are posted, with parameters as the table of endpoints names them. */
  path: z.string(),
  /** Done once a call was accepted, begun where calls came and none was. */
  state: z.enum(['notBegun', 'begun', 'done']),
  firstAcceptedAt: instant.nullable(),
  lastAcceptedAt: instant.nullable(),
  /** Of the last seven days, with the environments below. */
  calls: z.number().int(),
  errors: z.number().int(),
});
export type ApiSignal = z.infer<typeof apiSignal>;

const integrationStatus = z.strictObject({
  environment: z.strictObject({
    id: guid,
    /** Path of customer API ids from the root, as the environment header takes it; null where one has none. */
    apiPath: z.string().nullable(),
    deviceFingerprintingId: guid,
    isProduction: z.boolean(),
    /** Whether a value of another type in a body is read or refused. */
    bodyMode: z.enum(BODY_MODES),
  }),
  tenantId: guid,
  /** Applications that may send events here. */
  applications: z.strictObject({ usable: z.number().int(), ending: z.number().int(), called: z.number().int() }),
  /** Sessions of device fingerprinting: those of the last seven days, and when the newest of all came in. */
  devices: z.strictObject({ recent: z.number().int(), newestAt: instant.nullable() }),
  apis: z.array(apiSignal),
  /** What was refused in the last day, most frequent first. */
  problems: z.array(
    z.strictObject({ code: z.string(), count: z.number().int(), lastAt: instant, lastMessage: z.string() }),
  ),
});
export type IntegrationStatus = z.infer<typeof integrationStatus>;

const recentCall = z.strictObject({
  at: instant,
  status: z.number().int(),
  code: z.string().nullable(),
  /**
   * What the caller read of a refusal: every wrong place of the body with its reason. Of an accepted call: values that
   * were read as another type; null where there were none.
   */
  message: z.string().nullable(),
  clientId: z.string(),
  /** Name of the application; null where it is not on record any more. */
  application: z.string().nullable(),
  environmentId: guid.nullable(),
  correlationId: z.string(),
  latencyMs: z.number(),
});
export type RecentApiCall = z.infer<typeof recentCall>;

const triedCall = z.strictObject({
  status: z.number().int(),
  /** Text of the answer, as it came. */
  body: z.string(),
  correlationId: z.string(),
  retryAfter: z.string().nullable(),
  elapsedMs: z.number(),
});
export type TriedCall = z.infer<typeof triedCall>;

export const getIntegrationStatus = defineEndpoint({
  id: 'integration.status',
  summary: 'How far the integration of an environment is, by what was really called.',
  method: 'GET',
  path: `${base}/status`,
  permission: 'integration:read',
  params: environmentParams,
  response: integrationStatus,
});

export const getRecentCalls = defineEndpoint({
  id: 'integration.calls',
  summary: 'The newest calls of one API, accepted or not.',
  method: 'GET',
  path: `${base}/apis/:api/calls`,
  permission: 'integration:read',
  params: apiParams,
  response: z.strictObject({ calls: z.array(recentCall) }),
  errors: ['ASSESSMENT-UNKNOWN'],
});

export const putBodyMode = defineEndpoint({
  id: 'integration.bodyMode',
  summary: 'Choose whether values of another type in bodies are read or refused in an environment.',
  method: 'PUT',
  path: `${base}/body-mode`,
  permission: 'rootEnvironmentsUpdate:write',
  secondPerson: true,
  params: environmentParams,
  body: z.strictObject({ bodyMode: z.enum(BODY_MODES) }),
  response: z.strictObject({ bodyMode: z.enum(BODY_MODES) }),
  errors: ['ENV-UNKNOWN'],
});

export const tryApi = defineEndpoint({
  id: 'integration.try',
  summary: 'Send one event as an application; it is stored and counted like any other.',
  method: 'POST',
  path: `${base}/apis/:api/try`,
  permission: 'applications:write',
  params: apiParams,
  body: z.strictObject({
    applicationId: guid,
    body: z.record(z.string(), json),
    /** Events of a production environment are real. */
    confirmProduction: z.boolean().default(false),
  }),
  response: triedCall,
  errors: ['ASSESSMENT-UNKNOWN', 'APP-UNKNOWN', 'APP-REVOKED', 'TRY-PRODUCTION', 'TRY-ELSEWHERE'],
});
