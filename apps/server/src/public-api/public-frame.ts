import type { Method } from '@redoubt/contracts';
import { errorFacts, fail, maskCardText, newReading, type ApiRole } from '@redoubt/domain';
import type { ApplicationCaller, Caller } from '@redoubt/identity';
import { invariant, SECOND_MS, type AppError, type Clock, type Id } from '@redoubt/kernel';
import type {
  AnsweredCall,
  DecisionService,
  EventRouter,
  AskedRateLimiter,
  RecentCall,
  RefusedCall,
} from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logRefusedToken } from '../http/call-log.ts';
import { asAppError } from '../http/console-errors.ts';
import { CORRELATION_HEADER } from '../http/correlation.ts';
import type { Metrics } from '../operate/metrics.ts';
import { parseBody, unreadableExcerpt, type ParsedBody } from './body/text-to-json.ts';
import { newCall, requireApplication, requireRole, type CallState } from './call-state.ts';
import { environmentReferenceOf, isHistorical } from './event-headers.ts';
import { coercionsText, LINES_MEDIA_TYPE, PUBLIC_PREFIXES, publicMessage, sendPublicError } from './public-errors.ts';
import { createOutage } from './outage.ts';
import { createInFlightLimit } from './in-flight.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** State of a call of the public API; null on every other request. */
    publicCall: CallState | null;
  }
}

export type PublicDependencies = {
  readonly database: Database;
  readonly decisions: DecisionService;
  readonly clock: Clock;
  /** Asks routing rules for the queue of an event that is sent to review. */
  readonly router: EventRouter;
  /** How long the deletion of an environment can be undone; the documented time where absent. */
  readonly undoWindowMs?: number | undefined;
  /** Label of this build, answered as `x-ms-appversion`. */
  readonly appVersion: string;
  readonly verify: (authorization: string | undefined) => Caller | Promise<Caller>;
  /** Limits the calls of applications. */
  readonly limiter: AskedRateLimiter;
  /** Keeps a masked, bounded record of a refused call; never waits and never throws. */
  readonly refused: (call: RefusedCall, sameAs?: string) => void;
  /** Counts an answered call whose caller is known; never waits and never throws. */
  readonly answered: (call: AnsweredCall & RecentCall) => void;
  /** Called with the status and seconds of each answered call. */
  readonly metrics: Pick<Metrics, 'publicCall'>;
  /** Tells two masked card numbers of a tenant apart, see `maskCardData`. */
  readonly cardFingerprint: (tenantId: Id) => (digits: string) => string;
};

/** 1 MB (`docs/reference/wire.md#reading-bodies`). */
const BODY_LIMIT_BYTES = 1_000_000;
/** What a refused call keeps of its body. */
const EXCERPT_CHARACTERS = 2000;

const JSON_TYPE = 'application/json; charset=utf-8';
/** What clients of other frameworks call JSON. */
const OTHER_JSON_TYPE = /^(?:text\/json|application\/[\w.-]+\+json)\s*(?:;|$)/i;

export type PublicRoute = {
  readonly method: Method;
  readonly url: string;
  /** What the call is counted as. */
  readonly name: string;
  readonly role: ApiRole;
  /** Of the answer; JSON where absent. */
  readonly type?: string;
  /** Gives the text of the answer. */
  readonly work: (request: FastifyRequest, state: CallState, reply: FastifyReply) => Promise<string>;
};

export type PublicFrame = {
  readonly take: (route: PublicRoute) => void;
  /** The body of a call, masked and parsed; what is kept of it in the record of a refusal is noted. */
  readonly readBody: (request: FastifyRequest, state: CallState) => ParsedBody;
  /** The same for a part of a body, such as a line. */
  readonly readPart: (bytes: Uint8Array, state: CallState) => ParsedBody;
  /** Logs why a call or a part of it failed, keeps a record of a refusal, and gives the failure as it is answered. */
  readonly noteFailure: (request: FastifyRequest, error: unknown, state: CallState) => AppError;
};

/**
 * What every call of the public API has in common: token → application → limit → environment → the work → answer.
 * Failures answer the documented bodies and leave a record.
 */
export const registerPublicFrame = async (
  app: FastifyInstance,
  dependencies: PublicDependencies,
  register: (frame: PublicFrame) => void,
): Promise<void> => {
  const { decisions, clock, verify, cardFingerprint } = dependencies;

  const cardFingerprintOf = ({ caller }: CallState) => {
    invariant(caller, 'a call is admitted before its body is read');
    return cardFingerprint(caller.tenantId);
  };

  /** Counts the call against the application's limit before anything is done for it. */
  const limit = async (caller: ApplicationCaller, callsPerSecond: number): Promise<void> => {
    const waitMs = await dependencies.limiter.take({ ...caller, callsPerSecond }, clock.now());
    if (waitMs > 0) throw fail('REQ-RATE-LIMITED', { callsPerSecond, retryAfterS: Math.ceil(waitMs / SECOND_MS) });
  };

  /** Who calls and for which environment: settled before a byte of the body is read. */
  const admit = async (request: FastifyRequest, state: CallState, role: ApiRole): Promise<void> => {
    const caller = requireApplication(await verify(request.headers.authorization), role);
    state.caller = caller;
    requireRole(caller.apiRoles, role);
    const found = decisions.application(caller);
    const application = found instanceof Promise ? await found : found;
    state.applicationName = application?.displayName ?? '';
    const callsPerSecond = application?.callsPerSecond ?? null;
    if (callsPerSecond !== null) await limit(caller, callsPerSecond);
    const reference = environmentReferenceOf(request);
    state.environmentReference = reference === null ? null : maskCardText(reference, cardFingerprint(caller.tenantId));
    state.historical = isHistorical(request);
    if (state.historical) requireRole(caller.apiRoles, 'Historical_API');
    state.environment = await decisions.resolveEnvironment(caller, state.environmentReference);
    state.reading = newReading(state.environment.environment.bodyMode === 'strict');
    requireRole(state.environment.roles, role);
    if (state.historical) requireRole(state.environment.roles, 'Historical_API');
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw fail('REQ-NOT-JSON-TYPE', { encoding });
  };

  const readPart = (bytes: Uint8Array, state: CallState): ParsedBody => {
    try {
      const body = parseBody(bytes, cardFingerprintOf(state));
      state.excerpt = body.text.slice(0, EXCERPT_CHARACTERS);
      return body;
    } catch (error) {
      state.excerpt = unreadableExcerpt(bytes, EXCERPT_CHARACTERS);
      throw error;
    }
  };

  const readBody = (request: FastifyRequest, state: CallState): ParsedBody => {
    if (!(request.body instanceof Uint8Array)) throw fail('REQ-BODY-NOT-JSON', { reason: 'the body is empty' });
    if (state.hasLines) throw fail('REQ-NOT-JSON-TYPE');
    return readPart(request.body, state);
  };

  const keepRefusal = (request: FastifyRequest, error: AppError, state: CallState): void => {
    // Without a verified caller there is no tenant to keep it for; such calls are only counted.
    if (state.caller === null || errorFacts(error.code).status >= 500) return;
    const sameAs = state.sharesRecord ? `${request.correlationId} ${error.code}` : undefined;
    const call: RefusedCall = {
      tenantId: state.caller.tenantId,
      clientId: state.caller.clientId,
      environmentId: state.environment?.environment.id ?? null,
      environmentReference: state.environmentReference,
      path: state.path ?? request.routeOptions.url ?? '',
      status: errorFacts(error.code).status,
      code: error.code,
      message: publicMessage(error),
      excerpt: state.excerpt,
      correlationId: request.correlationId,
      receivedAtMs: clock.now(),
    };
    dependencies.refused(call, sameAs);
  };

  const count = (
    state: CallState | null,
    call: Pick<RecentCall, 'path' | 'status' | 'latencyMs' | 'correlationId'>,
  ): void => {
    if (state === null || state.caller === null) return;
    const environmentId = state.environment?.environment.id ?? null;
    const { tenantId, clientId } = state.caller;
    const { code = null, message = coercionsText(state.reading.coercions) } = state.refusal ?? {};
    const events = state.events === null ? {} : { events: state.events };
    dependencies.answered({ tenantId, clientId, environmentId, code, message, atMs: clock.now(), ...events, ...call });
  };

  const noteFailure = (request: FastifyRequest, error: unknown, state: CallState): AppError => {
    const failure = asAppError(error);
    if (failure.code === 'SRV-LOG-UNAVAILABLE') outage.failed(error);
    else if (errorFacts(failure.code).severity === 'operator') {
      request.log.error({ err: error, correlationId: request.correlationId }, 'public call failed');
    }
    keepRefusal(request, failure, state);
    return failure;
  };

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const state = request.publicCall ?? newCall();
    const failure = noteFailure(request, error, state);
    if (errorFacts(failure.code).status === 401) logRefusedToken(request, failure.code);
    state.refusal = { code: failure.code, message: publicMessage(failure) };
    return sendPublicError(reply, failure);
  };

  const outage = createOutage(app.log, clock);
  const inFlight = createInFlightLimit();
  let closing = false;

  await app.register(async (scope) => {
    scope.decorateRequest('publicCall', null);
    scope.removeAllContentTypeParsers();
    const takeBytes = (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => {
      done(null, body);
    };
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, takeBytes);
    scope.addContentTypeParser(OTHER_JSON_TYPE, { parseAs: 'buffer' }, takeBytes);
    scope.addContentTypeParser(
      LINES_MEDIA_TYPE,
      { parseAs: 'buffer' },
      (request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => {
        if (request.publicCall) request.publicCall.hasLines = true;
        done(null, body);
      },
    );
    scope.setErrorHandler((error, request, reply) => refuse(request, reply, error));
    scope.addHook('preClose', (done) => {
      closing = true;
      done();
    });
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header(CORRELATION_HEADER, request.correlationId);
      reply.header('x-ms-appversion', dependencies.appVersion);
      done();
    });
    for (const url of PUBLIC_PREFIXES.flatMap((prefix) => [prefix, `${prefix}/*`])) {
      scope.all(url, {
        onRequest: async () => Promise.reject(fail('REQ-NOT-FOUND')),
        handler: () => Promise.reject(fail('REQ-NOT-FOUND')),
      });
    }
    const take = ({ method, url, name, role, type = JSON_TYPE, work }: PublicRoute): void => {
      scope.route({
        method,
        url,
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest: async (request, reply) => {
          if (closing) throw fail('SRV-STOPPING');
          if (!inFlight.enter(reply.raw)) throw fail('REQ-OVERLOADED');
          const state = newCall();
          request.publicCall = state;
          await admit(request, state, role);
        },
        onResponse: (request, reply, done) => {
          const { statusCode: status, elapsedTime: latencyMs } = reply;
          dependencies.metrics.publicCall(name, status, latencyMs / 1000);
          count(request.publicCall, {
            path: request.publicCall?.path ?? url,
            status,
            latencyMs,
            correlationId: request.correlationId,
          });
          done();
        },
        handler: async (request, reply) => {
          const state = request.publicCall ?? newCall();
          reply.type(type);
          const text = await work(request, state, reply);
          // Of several events one at least was stored.
          if (state.events === null || state.events.has(2)) outage.succeeded();
          return reply.send(text);
        },
      });
    };
    register({ take, readBody, readPart, noteFailure });
  });
};
