import { PUBLIC_ASSESSMENTS, PUBLIC_EVENTS, publicAliasesOf, type PublicAssessment } from '@redoubt/contracts';
import {
  errorFacts,
  fail,
  isBuiltInKind,
  shapeEvent,
  type BodyProblem,
  type EventKind,
  type LoggedKind,
} from '@redoubt/domain';
import type { ApplicationCaller, Caller } from '@redoubt/identity';
import { invariant, SECOND_MS, type AppError, type Clock } from '@redoubt/kernel';
import type {
  AnsweredCall,
  DecisionService,
  PlannedApplication,
  RateLimiter,
  RecentCall,
  RefusedCall,
} from '@redoubt/services';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asAppError } from '../http/console-errors.ts';
import { CORRELATION_HEADER } from '../http/correlation.ts';
import type { Metrics } from '../operate/metrics.ts';
import { maskText, parseBody, unreadableExcerpt, type ParsedBody } from './body/text-to-json.ts';
import { calledAssessment, shapeCalled } from './called-assessment.ts';
import { newCall, requireApplication, requireRole, type CallState } from './call-state.ts';
import { environmentReferenceOf, isHistorical } from './event-headers.ts';
import { problemsText, PUBLIC_PREFIXES, publicMessage, sendPublicError } from './public-errors.ts';
import { createOutage } from './outage.ts';
import { createUnderWay } from './under-way.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** State of a call of the public API; null on every other request. */
    publicCall: CallState | null;
  }
}

export type PublicDependencies = {
  readonly decisions: DecisionService;
  readonly clock: Clock;
  /** Label of this build, answered as `x-ms-appversion`. */
  readonly appVersion: string;
  readonly verify: (authorization: string | undefined) => Caller | Promise<Caller>;
  /** Limits the calls of applications. */
  readonly limiter: RateLimiter;
  /** Keeps a masked, bounded record of a refused call; never waits and never throws. */
  readonly refused: (call: RefusedCall) => void;
  /** Counts an answered call whose caller is known; never waits and never throws. */
  readonly answered: (call: AnsweredCall & RecentCall) => void;
  /** Told each answered call with its status and seconds. */
  readonly metrics: Pick<Metrics, 'publicCall'>;
  /** Tells two masked card numbers apart, see `maskCardData`. */
  readonly distinguish: (digits: string) => string;
};

/** 1 MB (`api.md` §2). */
const BODY_LIMIT_BYTES = 1_000_000;
/** What a refused call keeps of its body. */
const EXCERPT_CHARACTERS = 2000;

const JSON_TYPE = 'application/json; charset=utf-8';
/** What clients of other frameworks call JSON. */
const OTHER_JSON_TYPE = /^(?:text\/json|application\/[\w.-]+\+json)\s*(?:;|$)/i;

const KINDS = Object.keys(PUBLIC_EVENTS) as EventKind[];

const DEFINED = Object.keys(PUBLIC_ASSESSMENTS) as PublicAssessment[];

const addressesOf = (kind: EventKind) =>
  [PUBLIC_EVENTS[kind].path, ...publicAliasesOf(kind)].map((url) => ({ url, kind }));

/**
 * The event endpoints of the public API. One way for every kind: token → application → body (masked, parsed, shaped) →
 * environment → decision service → answer. Failures answer the documented bodies and leave a record.
 */
export const registerPublicEndpoints = async (
  app: FastifyInstance,
  dependencies: PublicDependencies,
): Promise<void> => {
  const { decisions, clock, verify, distinguish } = dependencies;

  /** Counts the call against the application's limit before anything is done for it. */
  const limit = (caller: ApplicationCaller, application: PlannedApplication | undefined): void => {
    const callsPerSecond = application?.callsPerSecond ?? null;
    if (callsPerSecond === null) return;
    const waitMs = dependencies.limiter.take({ ...caller, callsPerSecond }, clock.now());
    if (waitMs > 0) throw fail('REQ-RATE-LIMITED', { callsPerSecond, retryAfterS: Math.ceil(waitMs / SECOND_MS) });
  };

  /** Who calls and for which environment: settled before a byte of the body is read. */
  const admit = async (request: FastifyRequest, state: CallState): Promise<void> => {
    const caller = requireApplication(await verify(request.headers.authorization));
    state.caller = caller;
    requireRole(caller.apiRoles, 'Risk_API');
    const found = decisions.application(caller);
    limit(caller, found instanceof Promise ? await found : found);
    const reference = environmentReferenceOf(request);
    state.environmentReference = reference === null ? null : maskText(reference, distinguish);
    state.historical = isHistorical(request);
    if (state.historical) requireRole(caller.apiRoles, 'Historical_API');
    state.environment = await decisions.resolveEnvironment(caller, state.environmentReference);
    requireRole(state.environment.roles, 'Risk_API');
    if (state.historical) requireRole(state.environment.roles, 'Historical_API');
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw fail('REQ-NOT-JSON-TYPE', { encoding });
  };

  const readBody = (bytes: Uint8Array, state: CallState): ParsedBody => {
    try {
      const body = parseBody(bytes, distinguish);
      state.excerpt = body.text.slice(0, EXCERPT_CHARACTERS);
      return body;
    } catch (error) {
      state.excerpt = unreadableExcerpt(bytes, EXCERPT_CHARACTERS);
      throw error;
    }
  };

  const readRequest = (request: FastifyRequest, state: CallState): ParsedBody => {
    if (!(request.body instanceof Uint8Array)) throw fail('REQ-BODY-NOT-JSON', { reason: 'the body is empty' });
    return readBody(request.body, state);
  };

  const record = (
    kind: LoggedKind,
    body: ParsedBody,
    problems: readonly BodyProblem[],
    request: FastifyRequest,
    state: CallState,
  ): Promise<string> => {
    const { caller, environment, historical } = state;
    invariant(caller && environment, 'a call is admitted before its body is read');
    if (problems.length > 0) throw fail('REQ-INVALID', { problems: problemsText(problems) });
    return decisions.record({
      kind,
      tenantId: caller.tenantId,
      environment,
      body: body.value,
      // The definition may change: what it made of the body is what stays.
      requestText: isBuiltInKind(kind) ? body.text : JSON.stringify(body.value),
      receivedAtMs: clock.now(),
      historical,
      correlationId: request.correlationId,
    });
  };

  const answer = async (kind: EventKind, request: FastifyRequest, state: CallState): Promise<string> => {
    const body = readRequest(request, state);
    return record(kind, body, shapeEvent(kind, body.value), request, state);
  };

  const answerDefined = async (
    address: PublicAssessment,
    request: FastifyRequest,
    state: CallState,
  ): Promise<string> => {
    invariant(state.environment, 'a call is admitted before its body is read');
    const body = readRequest(request, state);
    const called = calledAssessment(address, request.params as { readonly apiName: string }, state.environment);
    return record(called.kind, body, shapeCalled(address, called, body.value), request, state);
  };

  const keepRefusal = (request: FastifyRequest, error: AppError, state: CallState): void => {
    // Without a verified caller there is no tenant to keep it for; such calls are only counted.
    if (state.caller === null || errorFacts(error.code).status >= 500) return;
    dependencies.refused({
      tenantId: state.caller.tenantId,
      clientId: state.caller.clientId,
      environmentId: state.environment?.environment.id ?? null,
      environmentReference: state.environmentReference,
      path: request.routeOptions.url ?? '',
      status: errorFacts(error.code).status,
      code: error.code,
      message: publicMessage(error),
      excerpt: state.excerpt,
      correlationId: request.correlationId,
      receivedAtMs: clock.now(),
    });
  };

  const count = (
    state: CallState | null,
    call: Pick<RecentCall, 'path' | 'status' | 'latencyMs' | 'correlationId'>,
  ): void => {
    if (state === null || state.caller === null) return;
    const environmentId = state.environment?.environment.id ?? null;
    const { tenantId, clientId } = state.caller;
    const { code = null, message = null } = state.refusal ?? {};
    dependencies.answered({ tenantId, clientId, environmentId, code, message, atMs: clock.now(), ...call });
  };

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const failure = asAppError(error);
    if (failure.code === 'SRV-LOG-UNAVAILABLE') outage.failed(error);
    else if (errorFacts(failure.code).severity === 'operator') {
      request.log.error({ err: error, correlationId: request.correlationId }, 'public call failed');
    }
    const state = request.publicCall ?? newCall();
    state.refusal = { code: failure.code, message: publicMessage(failure) };
    keepRefusal(request, failure, state);
    return sendPublicError(reply, failure);
  };

  const outage = createOutage(app.log, clock);
  const underWay = createUnderWay();
  let closing = false;

  await app.register(async (scope) => {
    scope.decorateRequest('publicCall', null);
    scope.removeAllContentTypeParsers();
    const takeBytes = (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => {
      done(null, body);
    };
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, takeBytes);
    scope.addContentTypeParser(OTHER_JSON_TYPE, { parseAs: 'buffer' }, takeBytes);
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
    const take = (
      url: string,
      name: string,
      work: (request: FastifyRequest, state: CallState) => Promise<string>,
    ): void => {
      scope.route({
        method: 'POST',
        url,
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest: async (request, reply) => {
          if (closing) throw fail('SRV-STOPPING');
          if (!underWay.enter(reply.raw)) throw fail('REQ-OVERLOADED');
          const state = newCall();
          request.publicCall = state;
          await admit(request, state);
        },
        onResponse: (request, reply, done) => {
          const { statusCode: status, elapsedTime: latencyMs } = reply;
          dependencies.metrics.publicCall(name, status, latencyMs / 1000);
          count(request.publicCall, { path: url, status, latencyMs, correlationId: request.correlationId });
          done();
        },
        handler: async (request, reply) => {
          const state = request.publicCall ?? newCall();
          const text = await work(request, state);
          outage.succeeded();
          return reply.type(JSON_TYPE).send(text);
        },
      });
    };
    for (const { url, kind } of KINDS.flatMap(addressesOf)) {
      take(url, kind, (request, state) => answer(kind, request, state));
    }
    for (const address of DEFINED) {
      take(PUBLIC_ASSESSMENTS[address].path, address, (request, state) => answerDefined(address, request, state));
    }
  });
};

/** Ids of the endpoints bound here, for the guard test of the table. */
export const PUBLIC_ENDPOINT_IDS: readonly string[] = [
  ...KINDS.map((kind) => PUBLIC_EVENTS[kind].id),
  ...DEFINED.map((address) => PUBLIC_ASSESSMENTS[address].id),
];
