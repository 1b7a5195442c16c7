import {
  maskCardData,
  MAX_CALL_TIMEOUT_MS,
  type CallOutcome,
  type ExternalCallDefinition,
  type LoggedKind,
} from '@redoubt/domain';
import type { CallingLevel, CallPort, PlanCall, PlanRemoteList } from '@redoubt/engine';
import type { CallAnswer, CallRequest } from '@redoubt/fql';
import {
  canonicalJson,
  type Clock,
  type Id,
  isCleanJson,
  type Json,
  keepLargeIntegers,
  withDeadline,
} from '@redoubt/kernel';
import type { MadeCall } from '@redoubt/storage';
import { createHash } from 'node:crypto';
import { createRemoteLists, type RemoteLists, type RemoteQuestion } from './remote-lists.ts';
import { createSecretBox, type SecretBox } from '../secrets/secret-box.ts';
import { AccessTokens, basicHeader } from './http/access-tokens.ts';
import { buildRequest, headerText, shownEndpoint, type BuiltRequest, type OpenedSecrets } from './http/call-request.ts';
import { CircuitBreaker } from './http/circuit-breaker.ts';
import { CallFailed, createHttpExchange, type ClientCertificate } from './http/http-exchange.ts';
import { createReachableAddresses } from './http/reachable-addresses.ts';
import { createWarmUps, type WarmUps } from './warm-up.ts';
import type { SuspendedCall } from './notice-suspended-call.ts';

/** Calls under way of one definition; more would only wait for each other's time-outs. */
const MAX_IN_FLIGHT = 200;

/** An event whose rules call out. */
export type CallingEvent = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: LoggedKind;
  readonly eventId: string;
  /** When the answer must be there, on the clock of `monotonicMs`. */
  readonly untilMs: number;
  /** Set for what acts on a decision: calls of every method then carry an idempotency key, which is recorded. */
  readonly acts?: true;
  /** Tells apart what acts on one event several times: equal calls of two decisions of a case are two calls. */
  readonly act?: string;
};

/** What became of one call. */
export type CallResult = {
  readonly outcome: CallOutcome;
  readonly answer: CallAnswer;
};

/** The external calls of this process. */
export type ExternalCalls = {
  /** What the rules of one event call; equal requests of the event carry one idempotency key. */
  readonly forEvent: (event: CallingEvent) => CallPort;
  /** Counts a call that was made elsewhere, as those of other assessments are. */
  readonly count: (call: Omit<MadeCall, 'atMs'>) => void;
  /** Makes a call now, whatever its circuit says, to show what comes of it. Counted where the call has an id. */
  readonly test: (place: CallPlace, call: TestedCall, args: readonly Json[]) => Promise<CallResult>;
  /** Whether calls are suspended on this node because they kept failing. */
  readonly isSuspended: (tenantId: Id, callId: Id) => boolean;
  /** Whether plain HTTP may be spoken to a host. */
  readonly allowsPlain: (host: string, port: number) => boolean;
  readonly secrets: SecretBox;
  /** Lists whose rows are kept elsewhere, asked as calls are. */
  readonly lists: RemoteLists;
  /** Keeps connections open while there is little traffic. */
  readonly warmUps: WarmUps;
  readonly close: () => void;
};

export type CallPlace = { readonly tenantId: Id; readonly environmentId: Id };
export type TestedCall = Pick<PlanCall, 'definition'> & { readonly id: Id | null; readonly secrets: OpenedSecrets };

type ExternalCallsOptions = {
  /** Behind sealed secrets: one key, or those before it as well. */
  readonly installationKey: string | readonly string[];
  /** Hosts and ranges in private networks that may be called, see `isAllowedTarget`. */
  readonly allowed?: readonly string[];
  readonly clock: Clock;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
  readonly count?: (call: MadeCall) => void;
  /** Called when a call is suspended because it kept failing. */
  readonly onSuspended?: (call: SuspendedCall) => void;
};

/** Where a secret belongs. */
export const secretPlace = (tenantId: Id, callId: Id, slot: string): string => `${tenantId}/${callId}/${slot}`;

/** What a call keeps from event to event. */
type CallState = { readonly breaker: CircuitBreaker; inFlight: number };

/** A definition with what it takes to use it; as long as its plan. */
type Prepared = { readonly secrets: OpenedSecrets; readonly tokens: AccessTokens };

/** Failures that do not say that the other side is in trouble. */
const OWN_FAILURES: ReadonlySet<CallOutcome> = new Set([
  'busy',
  'circuitOpen',
  'definitionNotFound',
  'addressRefused',
  'emptyAnswer',
]);

const HTTP_NO_CONTENT: ReadonlySet<number> = new Set([204, 205]);

/** The list that a question of a rule is about; undefined for any other call. */
const askedList = (
  request: CallRequest,
  { remoteLists }: CallingLevel,
): { readonly list: PlanRemoteList; readonly question: RemoteQuestion } | undefined => {
  if (request.kind !== 'external' || !request.name.startsWith('list:')) return undefined;
  const list = remoteLists?.get(request.name.slice('list:'.length).toLowerCase());
  const [column, key] = request.arguments;
  if (!list || typeof column !== 'string' || typeof key !== 'string') return undefined;
  return { list, question: { column, key } };
};

/** SHA-256 in the form of a GUID: the same whenever the same is asked for the same event. */
const idempotencyKey = (...parts: readonly string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [8, 12, 16, 20, 32].map((end, index) => hash.slice([0, 8, 12, 16, 20][index], end)).join('-');
};

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  withDeadline(ms, work, (): never => {
    throw new CallFailed('timeout', `No answer came within ${Math.round(ms)} ms.`);
  });

/**
 * The answer of a call. @throws `CallFailed` for anything but a success with JSON, or without a body where that is
 * accepted.
 */
const responseOf = (
  status: number,
  text: string,
  { acceptsEmptyAnswer = false, defaultResponse }: ExternalCallDefinition,
): Json => {
  if (status < 200 || status > 299)
    throw new CallFailed(`http:${status}`, `The answer has the status ${status}.`, status);
  if (HTTP_NO_CONTENT.has(status) || text === '') {
    if (acceptsEmptyAnswer) return defaultResponse;
    throw new CallFailed('emptyAnswer', `The answer has the status ${status} and no body.`, status);
  }
  let response: Json;
  try {
    // What comes back is kept with the event, as a request is: without card numbers, with all digits of whole numbers,
    // and only what can be stored.
    response = JSON.parse(keepLargeIntegers(maskCardData(text))) as Json;
  } catch {
    throw new CallFailed('notJson', 'The answer is no JSON.', status);
  }
  if (isCleanJson(response)) return response;
  throw new CallFailed('notJson', 'The answer holds NUL or half a letter, or is nested too deeply.', status);
};

/** What the other side recognises a repeat by. */
type Idempotency = {
  readonly key: string;
  /** The call acts on a decision: whatever its method, a repeat must be recognised, and the key is recorded. */
  readonly acts: boolean;
};

/**
 * Makes external calls (`docs/reference/deciding.md#external-calls`): whatever the other side does, an answer comes in
 * time.
 */
export const createExternalCalls = (options: ExternalCallsOptions): ExternalCalls => {
  const { clock, monotonicMs, allowed = [] } = options;
  const count: ExternalCalls['count'] = (call) => options.count?.({ ...call, atMs: clock.now() });
  const box = createSecretBox(options.installationKey);
  const addresses = createReachableAddresses(allowed);
  const exchange = createHttpExchange(addresses);
  const warmUps = createWarmUps(exchange, clock, addresses.allowsPlain);
  const lists = createRemoteLists({ addresses, exchange, secrets: box, monotonicMs });
  const states = new Map<string, CallState>();
  const prepared = new WeakMap<PlanCall, Prepared>();

  const stateOf = (tenantId: Id, callId: Id): CallState => {
    const key = `${tenantId}/${callId}`;
    const known = states.get(key) ?? { breaker: new CircuitBreaker(), inFlight: 0 };
    states.set(key, known);
    return known;
  };

  const prepare = (tenantId: Id, call: PlanCall): Prepared => {
    const known = prepared.get(call);
    if (known) return known;
    const secrets = Object.fromEntries(
      Object.entries(call.secrets ?? {}).flatMap(([slot, sealed]) => {
        const opened = box.open(sealed, secretPlace(tenantId, call.id, slot));
        return opened === undefined ? [] : [[slot, opened]];
      }),
    );
    const made = { secrets, tokens: new AccessTokens(exchange, clock.now) };
    prepared.set(call, made);
    return made;
  };

  /** What authentication adds to a request. @throws `CallFailed` where no token comes. */
  const authenticate = async (
    { definition }: Pick<PlanCall, 'definition'>,
    { secrets, tokens }: Prepared,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly client?: ClientCertificate }> => {
    const { authentication } = definition;
    const secret = secrets['auth'] ?? '';
    switch (authentication.kind) {
      case 'anonymous':
        return { headers: {} };
      case 'basic':
        return { headers: { authorization: basicHeader(authentication.userName, secret) } };
      case 'apiKey':
        return { headers: { [authentication.header.toLowerCase()]: headerText(secret) } };
      case 'certificate':
        return { headers: {}, client: { certificate: authentication.certificate, key: secret } };
      default:
        return {
          headers: { authorization: `Bearer ${headerText(await tokens.get(definition, authentication, secrets))}` },
        };
    }
  };

  const send = async (
    call: Pick<PlanCall, 'definition'>,
    means: Prepared,
    request: BuiltRequest,
    untilMs: number,
    idempotency: Idempotency,
  ): Promise<Pick<CallAnswer, 'response' | 'httpStatusCode'>> => {
    const { definition } = call;
    const { headers, client } = await within(untilMs - monotonicMs(), authenticate(call, means));
    const { method } = definition;
    const key = method === 'POST' || idempotency.acts ? { 'idempotency-key': idempotency.key } : {};
    const { status, text } = await exchange.send({
      method,
      url: request.url,
      headers: { ...request.headers, ...headers, ...key },
      body: request.body,
      timeoutMs: untilMs - monotonicMs(),
      client,
    });
    // A token may be taken back before its end: the next call gets a new one.
    if (status === 401) means.tokens.drop();
    return { response: responseOf(status, text, definition), httpStatusCode: status };
  };

  /** Makes one call, however it ends. */
  const make = async (
    call: Pick<PlanCall, 'definition'>,
    means: Prepared,
    args: readonly Json[],
    untilMs: number,
    idempotency: Idempotency,
  ): Promise<CallResult> => {
    const { definition } = call;
    const startMs = monotonicMs();
    const facts = () => ({
      latencyMs: Math.round((monotonicMs() - startMs) * 10) / 10,
      endpoint: shownEndpoint(definition),
      ...(idempotency.acts ? { idempotencyKey: idempotency.key } : {}),
    });
    let sent: Json = args;
    try {
      const request = buildRequest(definition, means.secrets, args);
      sent = request.shown;
      const answered = await send(call, means, request, Math.min(untilMs, startMs + definition.timeoutMs), idempotency);
      return { outcome: 'ok', answer: { ...answered, error: '', ...facts(), sent } };
    } catch (error) {
      const failure = error instanceof CallFailed ? error : new CallFailed('unknown', 'The call could not be made.');
      const { httpStatusCode, message, outcome } = failure;
      const answer = { response: definition.defaultResponse, httpStatusCode, error: message, ...facts(), sent };
      return { outcome, answer };
    }
  };

  const refused = (call: PlanCall, outcome: 'busy' | 'circuitOpen', error: string): CallResult => ({
    outcome,
    answer: {
      response: call.definition.defaultResponse,
      httpStatusCode: 0,
      error,
      latencyMs: 0,
      endpoint: shownEndpoint(call.definition),
    },
  });

  const guarded = async (
    event: CallingEvent,
    level: CallingLevel,
    call: PlanCall,
    args: readonly Json[],
  ): Promise<CallResult> => {
    const state = stateOf(event.tenantId, call.id);
    if (state.inFlight >= MAX_IN_FLIGHT) return refused(call, 'busy', 'Too many of these calls are under way.');
    if (!state.breaker.admits(monotonicMs()))
      return refused(call, 'circuitOpen', 'Calls are suspended because too many failed.');
    state.inFlight += 1;
    warmUps.used(event.tenantId, call.id);
    try {
      const { tenantId, environmentId, kind, eventId, act } = event;
      const parts = [tenantId, environmentId, kind, eventId, call.id, canonicalJson([...args])];
      const key = idempotencyKey(...parts, ...(act === undefined ? [] : [act]));
      const idempotency = { key, acts: event.acts === true };
      const result = await make(call, prepare(tenantId, call), args, event.untilMs, idempotency);
      if (result.outcome === 'ok') state.breaker.succeeded();
      else if (!OWN_FAILURES.has(result.outcome) && state.breaker.failed(monotonicMs()))
        options.onSuspended?.({ tenantId, environmentId: level.environmentId, id: call.id, name: call.name });
      return result;
    } finally {
      state.inFlight -= 1;
    }
  };

  return {
    forEvent: (event) => ({
      call: async (request, level, caller) => {
        const { tenantId, environmentId: eventPlace, kind, eventId } = event;
        const { environmentId } = level;
        const by = { tenantId, environmentId, caller, event: { environmentId: eventPlace, kind, eventId } };
        const asked = askedList(request, level);
        if (asked) {
          const { outcome, answer } = await lists.ask(event.tenantId, asked.list, asked.question, event.untilMs);
          count({ ...by, targetId: asked.list.id, outcome, latencyMs: answer.latencyMs });
          return answer;
        }
        const known = request.kind === 'external' ? level.calls.get(request.name.toLowerCase()) : undefined;
        if (request.kind !== 'external' || known === undefined) {
          return { response: null, httpStatusCode: 0, error: 'There is no such call.', latencyMs: 0 };
        }
        const { outcome, answer } = await guarded(event, level, known, request.arguments);
        count({ ...by, targetId: known.id, outcome, latencyMs: answer.latencyMs });
        return answer;
      },
    }),
    test: async ({ tenantId, environmentId }, { id, definition, secrets }, args) => {
      const means = { secrets, tokens: new AccessTokens(exchange, clock.now) };
      const untilMs = monotonicMs() + MAX_CALL_TIMEOUT_MS;
      const result = await make({ definition }, means, args, untilMs, {
        key: idempotencyKey(tenantId, String(clock.now())),
        acts: false,
      });
      const { latencyMs } = result.answer;
      if (id !== null) {
        count({ tenantId, environmentId, targetId: id, outcome: result.outcome, latencyMs });
      }
      return result;
    },
    count,
    isSuspended: (tenantId, callId) => states.get(`${tenantId}/${callId}`)?.breaker.isOpen() ?? false,
    allowsPlain: addresses.allowsPlain,
    secrets: box,
    lists,
    warmUps,
    close: () => {
      lists.close();
      exchange.close();
    },
  };
};
