import { fail, maskCardData, SESSION_ID } from '@redoubt/domain';
import { isGuid, isJsonObject, SECOND_MS, type Json, type JsonObject } from '@redoubt/kernel';
import { collectDevice, type DeviceCollection } from '@redoubt/services';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asAppError } from '../http/console-errors.ts';
import { CORRELATION_HEADER } from '../http/correlation.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { sendPublicError } from '../public-api/public-errors.ts';
import { headersOf } from './request-headers.ts';

/** Where apps send what they know of their device. */
export const APP_DEVICE_PATH = '/fpt/device';

const BODY_LIMIT_BYTES = 64_000;
const SDK_TYPE = /^[\w.-]{1,40}$/;

/** What of a device hardly changes, and tells it from others where an app forgot its id. */
const STABLE = ['deviceManufacturer', 'deviceBrand', 'deviceModelName', 'screenResolution', 'totalMemory', 'platform'];

type AppReport = {
  readonly sessionId: string;
  readonly instanceId: string;
  readonly sdkType: string;
  /** What the app was answered before and kept; null the first time. */
  readonly deviceId: string | null;
  readonly attributes: JsonObject;
};

const jsonOf = (body: unknown): Json => {
  try {
    return JSON.parse(maskCardData(String(body))) as Json;
  } catch {
    throw fail('REQ-BODY-NOT-JSON', { reason: 'the body is not JSON' });
  }
};

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** @throws `REQ-INVALID` with every wrong place. */
const reportOf = (body: Json): AppReport => {
  const members: JsonObject = isJsonObject(body) ? body : {};
  const { attributes, deviceId = null } = members;
  const sdkType = textOf(members.sdkType) || 'app';
  const [sessionId, instanceId] = [textOf(members.sessionId), textOf(members.instanceId)];
  const problems = [
    SESSION_ID.test(sessionId) ? '' : '$.sessionId: takes up to 128 letters, digits, _, - and dots',
    isGuid(instanceId) ? '' : '$.instanceId: takes the fingerprinting id of an environment, a GUID',
    deviceId === null || isGuid(textOf(deviceId)) ? '' : '$.deviceId: takes what an earlier answer said, a GUID',
    SDK_TYPE.test(sdkType) ? '' : '$.sdkType: takes up to 40 letters, digits, _, - and dots',
    isJsonObject(attributes) ? '' : '$.attributes: expected an object',
  ].filter((problem) => problem !== '');
  if (problems.length > 0 || !isJsonObject(attributes)) throw fail('REQ-INVALID', { problems: problems.join('; ') });
  return { sessionId, instanceId, sdkType, deviceId: deviceId === null ? null : textOf(deviceId), attributes };
};

/** Texts by name: apps send numbers and booleans as such. */
const textsOf = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)] as const]
        : [],
    ),
  );

/**
 * The one address that native apps call: JSON in, JSON out, failures in the words of the public API. Needs no token, as
 * the script of a page needs none. Only JSON by its type is taken, so that no page of another site can send it.
 */
export const registerAppEndpoint = (scope: FastifyInstance, collection: DeviceCollection, limit: RateLimit): void => {
  scope.post(APP_DEVICE_PATH, {
    bodyLimit: BODY_LIMIT_BYTES,
    errorHandler: (error, request, reply) => {
      sendPublicError(reply.header(CORRELATION_HEADER, request.correlationId), asAppError(error));
    },
    handler: async (request: FastifyRequest, reply) => {
      reply.header(CORRELATION_HEADER, request.correlationId);
      if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) throw fail('REQ-NOT-JSON-TYPE');
      const waitMs = limit.take(request.ip);
      if (waitMs > 0) throw fail('REQ-RATE-LIMITED', { callsPerSecond: 1, retryAfterS: Math.ceil(waitMs / SECOND_MS) });
      const { attributes, deviceId, ...report } = reportOf(jsonOf(request.body));
      const texts = textsOf(attributes);
      const components = Object.fromEntries(STABLE.map((name) => [name, texts[name] ?? '']));
      const collected = await collectDevice(collection, {
        ...report,
        ip: request.ip,
        headers: headersOf(request),
        cookieId: deviceId,
        body: { attributes: texts, components },
      });
      if (collected.outcome === 'refused') {
        const problems = '$.instanceId: names no environment, or another device has the session';
        throw fail('REQ-INVALID', { problems });
      }
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ sessionId: report.sessionId, deviceId: collected.deviceId }));
    },
  });
};
