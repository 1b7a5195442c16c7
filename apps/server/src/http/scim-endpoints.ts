import { errorFacts, fail, type ErrorCode } from '@redoubt/domain';
import { SECOND_MS, type AppError, type Clock } from '@redoubt/kernel';
import {
  answerScim,
  noteScimCall,
  SCIM_METHODS,
  SCIM_PATH,
  ScimError,
  scimErrorOf,
  verifyProvisioningToken,
  type ProvisioningCaller,
  type ScimMethod,
  type ServiceContext,
} from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logRefusedToken } from './call-log.ts';
import { readConsoleBody } from './console-body.ts';
import { asAppError } from './console-errors.ts';
import { CORRELATION_HEADER } from './correlation.ts';
import { createRateLimit, networkOf } from './rate-limit.ts';

export type ScimDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  /** Where the console is: addresses of resources begin with it. */
  readonly origin: string;
};

const SCIM_TYPE = 'application/scim+json; charset=utf-8';
const BODY_LIMIT_BYTES = 1_000_000;
/** Calls of one token: Entra ID asks for 25 a second, Okta for less. */
const CALLS = { burst: 200, perMinute: 1800 } as const;
/** Refused tokens of one network. */
const REFUSALS = { burst: 30, perMinute: 30 } as const;

/** The answer to an identity provider where the product failed. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  'AUTH-TOKEN-MISSING': 'Send a provisioning token: Authorization: Bearer rdp_…',
  'AUTH-TOKEN-INVALID':
    'The token is no provisioning token of this installation. Make one in Settings, Access control, Provisioning.',
  'AUTH-TOKEN-EXPIRED': 'The token has ended. Make a new one in Settings, Access control, Provisioning.',
  'AUTH-TOKEN-REVOKED':
    'The token was revoked, or its maker lost the right to make one. Make a new one in Settings, Access control, Provisioning.',
  'TENANT-NOT-SET-UP': 'The tenant is not set up. Sign in to the console as an administrator first.',
  'REQ-BODY-NOT-JSON': 'The body is no JSON object.',
  'REQ-BODY-TOO-LARGE': 'The body is larger than 1 MB. Send members of a group in several calls.',
  'REQ-NOT-JSON-TYPE': 'Send the body as application/scim+json.',
  'REQ-RATE-LIMITED': 'Too many calls. Repeat this one after the seconds that Retry-After names.',
  'REQ-INVALID': 'A text holds a character that cannot be kept.',
  'REQ-NOT-FOUND': 'There is no such address. SCIM is at /scim/v2.',
};

const MALFORMED: ReadonlySet<ErrorCode> = new Set(['REQ-BODY-NOT-JSON', 'REQ-INVALID']);

const refusalOf = (error: AppError): ScimError => {
  const code = error.code as ErrorCode;
  const { status } = errorFacts(code);
  const detail = DETAILS[code] ?? (status >= 500 ? 'The call failed here. Repeat it later.' : 'The call is refused.');
  return new ScimError(status, MALFORMED.has(code) ? 'invalidSyntax' : null, detail, code);
};

/** What is kept of a call while it is answered. */
type CallState = { caller: ProvisioningCaller | null; refusal: ScimError | null };

const singleOf = (query: unknown): Record<string, string | undefined> => {
  const entries = Object.entries(query as Record<string, unknown>);
  const wrong = entries.find(([, value]) => typeof value !== 'string');
  if (wrong) throw new ScimError(400, 'invalidValue', 'A parameter of the address stands there twice; name each once.');
  return Object.fromEntries(entries) as Record<string, string>;
};

const headerOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(',');

/**
 * Provisioning of people and groups by an identity provider: SCIM 2.0 (RFC 7643, RFC 7644). A provisioning token says the
 * tenant; nothing of the call does.
 */
export const registerScimEndpoints = async (
  app: FastifyInstance,
  { database, clock, origin }: ScimDependencies,
): Promise<void> => {
  const calls = createRateLimit(clock, CALLS.burst, CALLS.perMinute);
  const refusals = createRateLimit(clock, REFUSALS.burst, REFUSALS.perMinute);
  const states = new WeakMap<FastifyRequest, CallState>();

  const limited = (waitMs: number): AppError =>
    fail('REQ-RATE-LIMITED', { callsPerSecond: CALLS.perMinute / 60, retryAfterS: Math.ceil(waitMs / SECOND_MS) });

  /** Who calls: settled from the header before a byte of the body is read. */
  const admit = async (request: FastifyRequest, state: CallState): Promise<void> => {
    const network = networkOf(request.ip);
    const guesses = refusals.take(network);
    if (guesses > 0) throw limited(guesses);
    const known = (caller: ProvisioningCaller): void => {
      state.caller = caller;
      refusals.giveBack(network);
    };
    const { authorization } = request.headers;
    const { tokenId } = await verifyProvisioningToken({ database, clock }, authorization, request.ip, known);
    const waitMs = calls.take(tokenId);
    if (waitMs > 0) throw limited(waitMs);
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = states.get(request)?.caller;
    if (!caller) throw fail('AUTH-TOKEN-MISSING');
    const { resource = '', id } = request.params as { readonly resource?: string; readonly id?: string };
    const context: ServiceContext = {
      database,
      clock,
      tenantId: caller.tenantId,
      actor: { kind: 'application', id: caller.tokenId, name: `${caller.name} (SCIM)` },
      correlationId: request.correlationId,
    };
    const method = request.method === 'HEAD' ? 'GET' : (request.method as ScimMethod);
    const { status, body, location, version } = await answerScim(context, `${origin}${SCIM_PATH}`, {
      method,
      resource,
      id,
      query: singleOf(request.query),
      body: request.body,
      ifMatch: headerOf(request.headers['if-match']),
      ifNoneMatch: headerOf(request.headers['if-none-match']),
    });
    if (method !== 'GET') {
      const { tenantId, tokenId: actorId } = caller;
      request.log.info({ method, resource, tenantId, actorId, correlationId: request.correlationId }, 'provisioned');
    }
    if (location !== undefined) reply.header('location', location);
    if (version !== undefined) reply.header('etag', version);
    reply.code(status);
    return body === null ? reply.send() : reply.type(SCIM_TYPE).send(body);
  };

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const own = scimErrorOf(error);
    const failure = own === undefined ? asAppError(error) : undefined;
    const refusal = own ?? refusalOf(failure ?? fail('SRV-INTERNAL'));
    if (failure !== undefined && errorFacts(failure.code).severity === 'operator')
      request.log.error({ err: error, correlationId: request.correlationId }, 'scim call failed');
    if (refusal.status === 401) {
      logRefusedToken(request, refusal.code);
      reply.header('www-authenticate', 'Bearer');
    }
    const wait = failure?.code === 'REQ-RATE-LIMITED' ? failure.params['retryAfterS'] : undefined;
    if (wait !== undefined) reply.header('retry-after', String(wait));
    const state = states.get(request);
    if (state !== undefined) state.refusal = refusal;
    return reply.code(refusal.status).type(SCIM_TYPE).send(JSON.stringify(refusal.body));
  };

  /** Keeps the call for administrators; one that is limited is not, so that a flood writes nothing. */
  const note = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller = null, refusal = null } = states.get(request) ?? {};
    if (caller === null || reply.statusCode === 429) return;
    const { resource = '', id = null } = request.params as { readonly resource?: string; readonly id?: string };
    try {
      await noteScimCall({ database, clock }, caller, {
        method: request.method,
        resource: resource.slice(0, 60),
        resourceId: id === null ? null : id.slice(0, 100),
        status: reply.statusCode,
        code: refusal?.code ?? null,
        detail: refusal?.message ?? null,
      });
    } catch (error) {
      request.log.error({ err: error, correlationId: request.correlationId }, 'scim call could not be noted');
    }
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = async (_request: FastifyRequest, text: string) => (text === '' ? undefined : readConsoleBody(text));
    scope.addContentTypeParser(['application/scim+json', 'application/json'], { parseAs: 'string' }, parse);
    scope.setErrorHandler((error, request, reply) => refuse(request, reply, error));
    scope.addHook('onSend', async (request, reply) => note(request, reply));
    for (const url of [SCIM_PATH, `${SCIM_PATH}/:resource`, `${SCIM_PATH}/:resource/:id`, `${SCIM_PATH}/*`])
      scope.route({
        method: [...SCIM_METHODS],
        url,
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest: async (request, reply) => {
          reply.header(CORRELATION_HEADER, request.correlationId);
          reply.header('cache-control', 'no-store');
          const state: CallState = { caller: null, refusal: null };
          states.set(request, state);
          await admit(request, state);
        },
        handler: answer,
      });
  });
};
