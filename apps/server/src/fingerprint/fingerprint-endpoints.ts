import { PUBLIC_ASSESSMENTS } from '@redoubt/contracts';
import { maskCardData, SESSION_ID } from '@redoubt/domain';
import { isGuid, type Clock, type Json } from '@redoubt/kernel';
import {
  collectDevice,
  openDataInUse,
  REQUEST_ID,
  type AnsweredCall,
  type BrowserAssessments,
  type DeviceCollection,
  type Instance,
} from '@redoubt/services';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { registerAppEndpoint } from './app-endpoint.ts';
import { FRAME_PATH } from './frame-address.ts';
import { headersOf } from './request-headers.ts';
import { FRAME_PAGE, FRAME_POLICY, hostScript } from './host-script.ts';
import { createRateLimit } from '../http/rate-limit.ts';

const COLLECTOR = fileURLToPath(new URL('../../../../packages/fingerprint/dist/collector.js', import.meta.url));

/** What a browser sends is a few kilobytes. */
const BODY_LIMIT_BYTES = 64_000;
/** A house, or a mobile network, behind one address: so many visits at once, and so many a minute. */
const BURST = 60;
const PER_MINUTE = 60;

const COOKIE = 'fptid';
const COOKIE_SECONDS = 400 * 86_400;

export type FingerprintDependencies = DeviceCollection & {
  readonly clock: Clock;
  /** Where shops reach this service. */
  readonly origin: string;
  /** Where the frame stands, where that is a host of its own. */
  readonly frameOrigin?: string | undefined;
  /** Decides what browsers ask about themselves. */
  readonly assessments: BrowserAssessments;
  /** Counts an answer that a browser got; never waits and never throws. */
  readonly answered: (call: AnsweredCall) => void;
};

type Query = Readonly<Record<string, unknown>>;

/** A parameter in whatever letter case; empty where it is absent. */
const parameter = (query: Query, ...names: readonly string[]): string => {
  for (const [key, value] of Object.entries(query)) {
    if (names.includes(key.toLowerCase()) && typeof value === 'string') return value;
  }
  return '';
};

const sessionOf = (query: Query) => ({
  sessionId: parameter(query, 'session_id'),
  instanceId: parameter(query, 'instanceid', 'customerid'),
});

const API_NAME = /^[\w-]{1,60}$/;

/** What the browser asks about itself; null where it only reports, undefined where that is no question. */
const questionOf = (query: Query) => {
  const assessment = parameter(query, 'assessment');
  const requestId = parameter(query, 'requestid');
  if (assessment === '' && requestId === '') return null;
  return API_NAME.test(assessment) && REQUEST_ID.test(requestId) ? { assessment, requestId } : undefined;
};

const QUESTION_RULE = 'assessment takes the API name of an assessment, requestId a GUID';

const isUsable = ({ sessionId, instanceId }: ReturnType<typeof sessionOf>): boolean =>
  SESSION_ID.test(sessionId) && isGuid(instanceId);

/** The address the page used, so that a sub-domain of the shop's keeps its cookies first-party. */
const originOf = (request: FastifyRequest, origin: string): string =>
  /^[\w.-]+(?::\d{1,5})?$/.test(request.headers.host ?? '') ? `${request.protocol}://${request.headers.host}` : origin;

const cookieIn = (header: string | undefined): string | null =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{36})(?:;|$)`).exec(header ?? '')?.[1] ?? null;

const setCookie = (request: FastifyRequest, deviceId: string): string => {
  const base = `${COOKIE}=${deviceId}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly`;
  // In another site's page only a secure cookie is kept, and apart for each such site.
  return request.protocol === 'https' ? `${base}; Secure; SameSite=None; Partitioned` : `${base}; SameSite=Lax`;
};

const jsonOf = (body: unknown): Json => {
  try {
    return JSON.parse(maskCardData(String(body))) as Json;
  } catch {
    return null;
  }
};

/**
 * The script shops put into their pages, the frame it opens, and where that sends what it collected
 * (`docs/reference/wire.md#device-facts`). Needs no token: a session is worth nothing without the event that names it.
 * The frame sends to where it came from, so no other origin may call this.
 */
export const registerFingerprintEndpoints = async (
  app: FastifyInstance,
  dependencies: FingerprintDependencies,
): Promise<void> => {
  const { clock, origin, frameOrigin, assessments, answered } = dependencies;
  // The first visitor after a start need not wait for files.
  app.addHook('onListen', () => void openDataInUse(dependencies));
  const limit = createRateLimit(clock, BURST, PER_MINUTE);
  const collector = existsSync(COLLECTOR) ? readFileSync(COLLECTOR, 'utf8') : undefined;
  const refuse = (reply: FastifyReply, status: number, reason: string): FastifyReply =>
    reply.code(status).type('text/plain; charset=utf-8').send(`ServerError: ${reason}`);
  const script = (reply: FastifyReply): FastifyReply =>
    reply.type('text/javascript; charset=utf-8').header('cross-origin-resource-policy', 'cross-origin');

  const answer = async (
    request: FastifyRequest<{ Querystring: Query }>,
    reply: FastifyReply,
    { tenantId, environmentId }: Instance,
    { assessment: apiName, requestId }: { readonly assessment: string; readonly requestId: string },
  ): Promise<FastifyReply> => {
    const { sessionId } = sessionOf(request.query);
    const { ip } = request;
    const given = await assessments.assess({ tenantId, environmentId, apiName, requestId, sessionId, ip });
    const status = given.outcome === 'answered' ? 200 : 400;
    const path = given.outcome === 'answered' ? given.path : PUBLIC_ASSESSMENTS.assessment.path;
    answered({ tenantId, environmentId, path, status, latencyMs: reply.elapsedTime, atMs: clock.now() });
    if (given.outcome === 'refused') return refuse(reply, status, given.reason);
    return reply.type('text/plain; charset=utf-8').send(given.text);
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    scope.get('/health/ping', async (_request, reply) => reply.type('text/plain').send('pong\n'));

    scope.get<{ Querystring: Query }>('/mdt.js', async (request, reply) => {
      const session = sessionOf(request.query);
      if (!isUsable(session)) {
        return refuse(reply, 400, 'session_id takes up to 128 letters, digits, _, - and dots; instanceId is a GUID');
      }
      const question = questionOf(request.query);
      if (question === undefined) return refuse(reply, 400, QUESTION_RULE);
      // What the answer of the frame will be looked up in; it comes in a moment.
      void dependencies.data?.().warm(['geo']);
      const text = hostScript({ url: frameOrigin ?? originOf(request, origin), ...session, question });
      return script(reply).header('cache-control', 'no-store').send(text);
    });

    registerAppEndpoint(scope, dependencies, limit);

    scope.get('/fpt/collector.js', async (_request, reply) => {
      if (collector === undefined) return refuse(reply, 404, 'the script is not built');
      return script(reply).header('cache-control', 'public, max-age=3600').send(collector);
    });

    scope.get<{ Querystring: Query }>(FRAME_PATH, async (request, reply) => {
      if (!isUsable(sessionOf(request.query))) return refuse(reply, 400, 'there is no such session');
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', FRAME_POLICY)
        .header('referrer-policy', 'same-origin')
        .send(FRAME_PAGE);
    });

    scope.post<{ Querystring: Query }>('/fpt/collect', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return refuse(reply, 403, 'another page may not send this');
      if (limit.take(request.ip) > 0) return refuse(reply.header('retry-after', '10'), 429, 'too many sessions');
      const question = questionOf(request.query);
      if (question === undefined) return refuse(reply, 400, QUESTION_RULE);
      const collected = await collectDevice(dependencies, {
        ...sessionOf(request.query),
        ip: request.ip,
        headers: headersOf(request),
        cookieId: cookieIn(request.headers.cookie),
        body: jsonOf(request.body),
      });
      if (collected.outcome === 'refused') return refuse(reply, 400, 'the session was not taken');
      reply.header('set-cookie', setCookie(request, collected.deviceId)).header('cache-control', 'no-store');
      if (question === null) return reply.type('text/plain; charset=utf-8').send('');
      return answer(request, reply, collected.instance, question);
    });
  });
};
