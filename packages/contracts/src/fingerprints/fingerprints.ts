import { HOST_PROBLEMS, HOST_STATUSES, SESSION_ID } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, json } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/integration/fingerprint';

const deviceSession = z.strictObject({
  sessionId: z.string(),
  collectedAt: instant,
  deviceId: guid,
  /** From 0 to 1. */
  confidence: z.number(),
  /** Miles per hour. */
  speedMph: z.number(),
  /** By key: texts, except the history of addresses. What a rule reads below `deviceAttributes`. */
  attributes: z.record(z.string(), json),
});
export type DeviceSessionDetail = z.infer<typeof deviceSession>;

export const getDeviceSession = defineEndpoint({
  id: 'fingerprints.session',
  summary: 'What the fingerprint script collected in one session of the environment; null where nothing came yet.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/fingerprints/:sessionId',
  permission: 'integration:read',
  params: environmentParams.extend({ sessionId: z.string().regex(SESSION_ID) }),
  response: z.strictObject({
    session: deviceSession.nullable(),
    /** Editions of the data behind places and networks. */
    data: z.array(z.string()),
  }),
});

const setUp = z.strictObject({
  /** Stands in the address of the script. */
  instanceId: guid,
  status: z.enum(HOST_STATUSES),
  host: z
    .strictObject({
      hostName: z.string(),
      changed: authorship,
      checkedAt: instant.nullable(),
      problem: z.enum(HOST_PROBLEMS).nullable(),
      certificateUntil: instant.nullable(),
    })
    .nullable(),
  /** Sessions of the last 24 hours. */
  sessions24h: z.number().int(),
  lastSessionAt: instant.nullable(),
  canWrite: z.boolean(),
});
export type FingerprintSetUp = z.infer<typeof setUp>;

export const getFingerprintSetUp = defineEndpoint({
  id: 'fingerprints.setUp',
  summary: 'How far device fingerprinting is set up: id, host, and whether sessions come in.',
  method: 'GET',
  path: base,
  permission: 'integration:read',
  params: environmentParams,
  response: setUp,
});

export const putFingerprintHost = defineEndpoint({
  id: 'fingerprints.putHost',
  summary: 'Name the sub-domain that serves the script, or take it away.',
  method: 'PUT',
  path: `${base}/domain`,
  permission: 'applications:write',
  params: environmentParams,
  body: z.strictObject({ hostName: z.string().trim().toLowerCase().max(253).nullable() }),
  response: setUp,
});

export const verifyFingerprintHost = defineEndpoint({
  id: 'fingerprints.verifyHost',
  summary: 'Ask the sub-domain whether it is this service, and how long its certificate is good for.',
  method: 'POST',
  path: `${base}/domain/verify`,
  permission: 'applications:write',
  params: environmentParams,
  response: setUp,
});
