import { MAX_NESTED_ASSESSMENTS, mayCallAssessment, type CallOutcome, type LoggedKind } from '@redoubt/domain';
import type { CallingLevel, CallPort, PlanAssessment } from '@redoubt/engine';
import type { CallAnswer, Caller, CallRequest } from '@redoubt/fql';
import { AppError, type Id, type Json, withDeadline } from '@redoubt/kernel';
import type { MadeCall } from '@redoubt/storage';
import type { IncomingEvent } from '../incoming-event.ts';
import type { PlanRegistry, ResolvedEnvironment } from '../tenant-plans/plan-registry.ts';
import { nestedBody, type NestedTarget } from './nested-body.ts';

/** What a caller keeps for itself of its time, to go on with a default. */
const OWN_MS = 100;

type AssessmentRequest = Extract<CallRequest, { readonly kind: 'assessment' }>;

export type NestedCallsOptions = {
  readonly plans: Pick<PlanRegistry, 'planned'>;
  /** Decides and stores one event, see `DecisionService.record`. */
  readonly record: (event: IncomingEvent) => Promise<string>;
  readonly monotonicMs: () => number;
  readonly count: (call: Omit<MadeCall, 'atMs'>) => void;
};

/** Calls of other assessments, as rules make them. */
export type NestedCalls = {
  /** What the rules of one event call; `untilMs` is when they have to be through. */
  readonly forEvent: (event: IncomingEvent, eventId: string, untilMs: number) => CallPort;
};

/** A call that did not come to an answer. */
class NestedFailure extends Error {
  readonly outcome: CallOutcome;

  constructor(outcome: CallOutcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

const placeOf = (environmentId: Id, kind: LoggedKind): string => `${environmentId} ${kind}`;

/** The API of a target that a request names. */
const targetOf = (
  environment: ResolvedEnvironment,
  { target }: PlanAssessment,
  { method, api }: AssessmentRequest,
): NestedTarget | undefined => {
  const found = [...environment.assessments.values()].find(({ kind }) => kind === target.assessment);
  if (found === undefined) return undefined;
  const { kind, apiName, schema } = found;
  if (method === 'Evaluate') return { kind, apiName, schema };
  const part = method === 'Observe' ? found.observations.get(api?.toLowerCase() ?? '') : found.label;
  return part ? { ...part, apiName } : undefined;
};

const outcomeOf = (error: unknown): NestedFailure => {
  if (error instanceof NestedFailure) return error;
  if (!(error instanceof AppError)) return new NestedFailure('unknown', 'The assessment failed.');
  if (error.code === 'REQ-INVALID')
    return new NestedFailure('http:400', String(error.params['problems'] ?? error.code));
  if (error.code === 'REQ-OVERLOADED') return new NestedFailure('busy', 'Too many events are under way.');
  return new NestedFailure('unknown', 'The assessment could not be stored.');
};

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  withDeadline(ms, work, (): never => {
    throw new NestedFailure('timeout', `No answer came within ${Math.round(ms)} ms.`);
  });

/**
 * Calls other assessments of the tenant. What is called is decided and stored as any event is, with its own rules,
 * velocities and place in search; whatever becomes of it, the caller goes on in time.
 */
export const createNestedCalls = (options: NestedCallsOptions): NestedCalls => {
  const { plans, record, monotonicMs, count } = options;

  /** The environment that decides, where it may be called from there. @throws `NestedFailure`. */
  const environmentOf = (caller: IncomingEvent, { target }: PlanAssessment): ResolvedEnvironment => {
    const environment = plans.planned(caller.tenantId, target.environmentId);
    const found = [...(environment?.assessments.values() ?? [])].find(({ kind }) => kind === target.assessment);
    if (environment === undefined || found === undefined)
      throw new NestedFailure('definitionNotFound', 'The assessment is no longer there.');
    const { rootId, sharing } = found;
    if (!mayCallAssessment(caller.environment.rootId, { rootId, sharing }))
      throw new NestedFailure('definitionNotFound', 'The assessment is no longer shared.');
    return environment;
  };

  const requireDepth = (path: readonly string[], place: string): void => {
    if (path.includes(place)) throw new NestedFailure('circle', 'The assessment calls itself.');
    if (path.length > MAX_NESTED_ASSESSMENTS)
      throw new NestedFailure('tooDeep', `Assessments call each other ${MAX_NESTED_ASSESSMENTS} deep at most.`);
  };

  const make = async (
    caller: IncomingEvent,
    eventId: string,
    untilMs: number,
    called: PlanAssessment,
    request: AssessmentRequest,
  ): Promise<{ readonly sent: Json; readonly response: Json }> => {
    const { kind, tenantId, receivedAtMs, historical, correlationId } = caller;
    const environmentId = caller.environment.environment.id;
    const path = caller.nesting?.path ?? [placeOf(environmentId, kind)];
    const place = placeOf(called.target.environmentId, called.target.assessment);
    if (request.method === 'Evaluate') requireDepth(path, place);
    const environment = environmentOf(caller, called);
    const target = targetOf(environment, called, request);
    if (target === undefined)
      throw new NestedFailure('definitionNotFound', `The assessment has no ${request.api ?? request.method}.`);
    const body = nestedBody(target, request, { kind, environmentId, eventId, receivedAtMs });
    const event: IncomingEvent = {
      kind: target.kind,
      tenantId,
      environment,
      body,
      requestText: JSON.stringify(body),
      receivedAtMs,
      historical,
      correlationId,
      nesting: { path: [...path, place], untilMs: untilMs - OWN_MS },
    };
    const answer = await within(untilMs - monotonicMs(), record(event));
    return { sent: body, response: JSON.parse(answer) as Json };
  };

  return {
    forEvent: (caller, eventId, untilMs) => ({
      call: async (request: CallRequest, level: CallingLevel, by?: Caller): Promise<CallAnswer> => {
        const called = request.kind === 'assessment' ? level.assessments?.get(request.name.toLowerCase()) : undefined;
        if (request.kind !== 'assessment' || called === undefined)
          return { response: null, httpStatusCode: 0, error: 'There is no such external assessment.', latencyMs: 0 };
        const startMs = monotonicMs();
        const latency = (): number => Math.round((monotonicMs() - startMs) * 10) / 10;
        const counted = (outcome: CallOutcome, latencyMs: number): void =>
          count({
            tenantId: caller.tenantId,
            environmentId: level.environmentId,
            targetId: called.id,
            outcome,
            latencyMs,
            caller: by,
            event: { environmentId: caller.environment.environment.id, kind: caller.kind, eventId },
          });
        try {
          const { sent, response } = await make(caller, eventId, untilMs, called, request);
          const latencyMs = latency();
          counted('ok', latencyMs);
          return { response, httpStatusCode: 200, error: '', latencyMs, sent };
        } catch (error) {
          const { outcome, message } = outcomeOf(error);
          const latencyMs = latency();
          counted(outcome, latencyMs);
          const httpStatusCode = outcome.startsWith('http:') ? Number(outcome.slice('http:'.length)) : 0;
          return { response: called.defaultResponse, httpStatusCode, error: message, latencyMs };
        }
      },
    }),
  };
};

/** Sends each call to the port that makes calls of its kind. */
export const routeCalls = (outside: CallPort, nested: CallPort): CallPort => ({
  call: (request, level, caller) => (request.kind === 'assessment' ? nested : outside).call(request, level, caller),
});
