import { approveChange, CONSOLE_BUILD_HEADER, type Endpoint, type EndpointPermission } from '@redoubt/contracts';
import { errorFacts, fail, type Access, type Capability, type Permission } from '@redoubt/domain';
import type { Caller, PersonCaller } from '@redoubt/identity';
import { invariant, type Clock, type Id } from '@redoubt/kernel';
import {
  admitSession,
  makeOrPropose,
  maskSamples,
  personalTokenOf,
  type CallersDevice,
  type ChangeOutcome,
  type EnvironmentAccess,
  type EnvironmentContext,
  type Limits,
  type SecretBox,
  type ServiceContext,
  type TextCompiler,
  verifyPersonalToken,
} from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { isUpload, personOf, type Binding } from './binding.ts';
import { logRefusedToken } from './call-log.ts';
import { changeCallOf, keepChunks } from './change-calls.ts';
import { asAppError, parsePart, problemOf } from './console-errors.ts';
import { readConsoleBody } from './console-body.ts';
import { CORRELATION_HEADER } from './correlation.ts';
import { sendFile, type DownloadedFile } from './send-file.ts';

type Capabilities = Readonly<Partial<Record<Capability, Access>>>;

export type ConsoleDependencies = {
  readonly bindings: readonly Binding[];
  readonly database: Database;
  /** Seals the secrets of changes that wait for a second person. */
  readonly box: SecretBox;
  readonly clock: Clock;
  /** How much may be published; the documented values where absent. */
  readonly limits?: Limits | undefined;
  /** Where texts are checked and compiled; on this thread where absent. */
  readonly texts?: TextCompiler | undefined;
  /** Verifies the `Authorization` header; throws `AUTH-*`. */
  readonly verify: (authorization: string | undefined) => Promise<Caller>;
  /** What a person may do and see in an environment of their tenant; throws `ENV-UNKNOWN`. */
  readonly accessOf: (context: ServiceContext, person: PersonCaller, environmentId: Id) => Promise<EnvironmentAccess>;
  /** Refuses a person who may do nothing now; throws `AUTH-PERSON-DISABLED`. */
  readonly admitPerson: (context: ServiceContext, person: PersonCaller) => Promise<void>;
  /** Refuses a tenant that is not set up; throws `TENANT-NOT-SET-UP`. */
  readonly admitTenant: (tenantId: Id) => Promise<void>;
  /** Resolves when what was written before decides on this node, or when that takes too long to wait for. */
  readonly waitForPlan?: (() => Promise<void>) | undefined;
  /** The build of the console this server brings along, named in every answer. */
  readonly consoleBuild?: string | null;
  /** Called after every write that was made. */
  readonly onWritten?: ((endpoint: Endpoint, tenantId: Id) => void) | undefined;
};

type Admitted = {
  readonly caller: PersonCaller;
  readonly device: CallersDevice;
  readonly params: { readonly environmentId?: Id };
  readonly context: ServiceContext | EnvironmentContext;
};

const requirePermission = (permission: EndpointPermission, capabilities: Capabilities): void => {
  if (permission === 'signedIn') return;
  const [capability, access] = (permission as Permission).split(':') as [Capability, Access];
  const held = capabilities[capability];
  if (held === 'write' || (held === 'read' && access === 'read')) return;
  throw fail('AUTH-FORBIDDEN', { permission });
};

/** Whether a call may change what decides at once; approving a change makes one of any kind. */
const isWrite = ({ id, method, permission }: Endpoint): boolean =>
  (method !== 'GET' && permission.endsWith(':write')) || id === approveChange.id;

const isInEnvironment = (context: ServiceContext): context is EnvironmentContext =>
  'environmentId' in context && 'capabilities' in context;

/** Who acts, as the activity log names them: through which token is part of it. */
const actorNameOf = ({ name, token }: PersonCaller): string => (token ? `${name} (${token.name})` : name);

/** Frozen answers that were given more than once, as bytes: under load reports repeat theirs. Undefined after the first time. */
const repeated = new WeakMap<object, Buffer | undefined>();

const jsonOf = (result: unknown): string | Buffer => {
  if (typeof result !== 'object' || result === null || !Object.isFrozen(result)) return JSON.stringify(result);
  const kept = repeated.get(result);
  if (kept !== undefined) return kept;
  const text = JSON.stringify(result);
  repeated.set(result, repeated.has(result) ? Buffer.from(text) : undefined);
  return text;
};

const sendResult = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): FastifyReply => {
  if (endpoint.responseType === 'empty') return reply.code(204).send();
  if (endpoint.responseType === 'file') return sendFile(request, reply, result as DownloadedFile);
  if (endpoint.responseType === 'csv') return reply.type('text/csv; charset=utf-8').send(result);
  return reply.type('application/json; charset=utf-8').send(jsonOf(result));
};

/** Tells who changed what, at the level `info`; the activity log has the difference. */
const logChange = (request: FastifyRequest, { id }: Endpoint, { caller, params }: Admitted): void => {
  const { tenantId, userId: actorId } = caller;
  const { environmentId } = params;
  request.log.info({ endpoint: id, tenantId, environmentId, actorId, correlationId: request.correlationId }, 'changed');
};

/**
 * Registers the console's endpoints: token → person → tenant → environment → permission → schema → handler, the same
 * way for every row of the table, and problem JSON for every failure.
 */
export const registerConsoleEndpoints = async (
  app: FastifyInstance,
  dependencies: ConsoleDependencies,
): Promise<void> => {
  const {
    bindings,
    database,
    box,
    clock,
    limits,
    texts,
    verify,
    accessOf,
    admitPerson,
    admitTenant,
    waitForPlan,
    consoleBuild = null,
    onWritten,
  } = dependencies;
  const admitted = new WeakMap<FastifyRequest, Admitted>();

  /** Who calls and in what scope: settled from the header and the path, before a byte of the body is read. */
  const admit = async (endpoint: Endpoint, request: FastifyRequest): Promise<Admitted> => {
    const device = { browser: request.headers['user-agent'] ?? '', address: request.ip };
    const { authorization } = request.headers;
    const personal = personalTokenOf(authorization);
    const caller: PersonCaller =
      personal === undefined
        ? personOf(await verify(authorization))
        : await verifyPersonalToken({ database, clock }, personal, device.address);
    if (caller.token && !endpoint.personalTokens) throw fail('AUTH-TOKEN-NOT-ALLOWED');
    if (!endpoint.beforeSetUp) await admitTenant(caller.tenantId);
    const context: ServiceContext = {
      database,
      clock,
      tenantId: caller.tenantId,
      actor: { kind: 'person', id: caller.userId, name: actorNameOf(caller) },
      correlationId: request.correlationId,
      limits,
      texts,
    };
    // A tenant that is not set up keeps nothing of its people yet.
    if (caller.signIn && !endpoint.beforeSetUp) await admitSession(context, caller.signIn, device);
    const params = parsePart('params', endpoint.params, request.params) as { environmentId?: Id };
    if (params.environmentId === undefined) {
      if (endpoint.permission !== 'signedIn') throw fail('AUTH-FORBIDDEN', { permission: endpoint.permission });
      if (!endpoint.beforeSetUp) await admitPerson(context, caller);
      return { caller, device, params, context };
    }
    const access = await accessOf(context, caller, params.environmentId);
    requirePermission(endpoint.permission, access.capabilities);
    return { caller, device, params, context: { ...context, environmentId: params.environmentId, ...access } };
  };

  /** Runs the handler; what may change decisions, so that it becomes a request where a second person approves such changes. */
  const makeChange = async (
    { endpoint, handle }: Binding,
    request: FastifyRequest,
    parts: Omit<Parameters<Binding['handle']>[0], 'stream'>,
    stream: Readable,
  ): Promise<ChangeOutcome<unknown>> => {
    const { context } = parts;
    if (!endpoint.secondPerson || !isInEnvironment(context))
      return { kind: 'done', result: await handle({ ...parts, stream }) };
    const chunks: Buffer[] = [];
    const { params, query, body } = request;
    const note = (body as { readonly note?: unknown } | undefined)?.note;
    const change = {
      endpoint: endpoint.id,
      permission: endpoint.permission,
      call: () => changeCallOf(endpoint, { params, query, body, chunks }),
      note: typeof note === 'string' ? note.trim() : '',
    };
    const upload = endpoint.bodyKind === 'csv' ? keepChunks(stream, chunks) : stream;
    return makeOrPropose(context, box, change, async (tried) => handle({ ...parts, context: tried, stream: upload }));
  };

  const answer = async (binding: Binding, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { endpoint } = binding;
    const scope = admitted.get(request);
    invariant(scope, 'a request is admitted before its body is read');
    const stream = isUpload(endpoint.bodyKind) && request.body instanceof Readable ? request.body : Readable.from([]);
    const parts = {
      ...scope,
      query: parsePart('query', endpoint.query, request.query),
      body: endpoint.bodyKind === 'json' ? parsePart('body', endpoint.body, request.body) : undefined,
    };
    const outcome = await makeChange(binding, request, parts, stream);
    if (outcome.kind === 'requested') {
      return reply.code(202).type('application/json; charset=utf-8').send(JSON.stringify(outcome.request));
    }
    if (isWrite(endpoint)) {
      logChange(request, endpoint, scope);
      onWritten?.(endpoint, scope.context.tenantId);
      await waitForPlan?.();
    }
    const { context } = scope;
    const isSeen = endpoint.responseType === 'json' && isInEnvironment(context);
    return sendResult(endpoint, request, reply, isSeen ? maskSamples(context, outcome.result) : outcome.result);
  };

  await app.register(async (scope) => {
    scope.addContentTypeParser(['text/csv', 'application/octet-stream'], (_request, payload, done) => {
      done(null, payload);
    });
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, text: string) => readConsoleBody(text),
    );
    scope.setErrorHandler(async (error, request, reply) => {
      const failure = asAppError(error);
      const facts = errorFacts(failure.code);
      if (facts.severity === 'operator') {
        request.log.error({ err: error, correlationId: request.correlationId }, 'console call failed');
      }
      if (facts.status === 401) {
        logRefusedToken(request, failure.code);
        reply.header('www-authenticate', 'Bearer');
      }
      if (facts.retryable) reply.header('retry-after', '1');
      return reply
        .code(facts.status)
        .type('application/problem+json; charset=utf-8')
        .send(JSON.stringify(problemOf(failure, request.correlationId)));
    });
    for (const binding of bindings) {
      const { endpoint } = binding;
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: endpoint.bodyLimitBytes,
        onRequest: async (request, reply) => {
          reply.header(CORRELATION_HEADER, request.correlationId);
          reply.header('cache-control', 'no-store');
          if (consoleBuild !== null) reply.header(CONSOLE_BUILD_HEADER, consoleBuild);
          admitted.set(request, await admit(endpoint, request));
        },
        handler: (request, reply) => answer(binding, request, reply),
      });
    }
  });
};
