import {
  errorFacts,
  fail,
  isErrorCode,
  maskCardText,
  type BodyCoercion,
  type BodyProblem,
  type ErrorCode,
} from '@redoubt/domain';
import type { AppError } from '@redoubt/kernel';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

type Text = (params: AppError['params']) => string;

const TRANSITION_REFUSALS: Readonly<Record<string, string>> = {
  noChild: 'has environments below it, which have to be deleted first',
  withinWindow: 'can no longer be brought back',
  beingDeleted: 'is being deleted and cannot be changed',
};

/** English on purpose: the public API answers engineers, and its texts are part of the documented contract. */
const MESSAGES: Partial<Record<ErrorCode, Text>> = {
  'REQ-INVALID': (params) => `Input validation failed - ${String(params.problems ?? 'a value is out of range')}`,
  'REQ-BODY-NOT-JSON': (params) => `Input validation failed - ${String(params.reason ?? 'the body is not JSON')}`,
  'REQ-BODY-TOO-LARGE': () => 'The body is larger than 1 MB.',
  'REQ-NOT-JSON-TYPE': (params) =>
    params.encoding === undefined
      ? 'Content-Type must be application/json.'
      : 'The body must come without Content-Encoding.',
  'REQ-NOT-FOUND': () => 'There is no such address.',
  'REQ-RATE-LIMITED': (params) =>
    `Too many calls: the application may make ${String(params.callsPerSecond)} a second. Wait for the time given in Retry-After.`,
  'REQ-OVERLOADED': () => 'The service is busy; wait for the time given in Retry-After.',
  'AUTH-TOKEN-MISSING': () => 'The Authorization header must carry a bearer token.',
  'AUTH-TOKEN-INVALID': () => 'The token is not valid for this service.',
  'AUTH-TOKEN-EXPIRED': () => 'The token has expired.',
  'AUTH-WRONG-TENANT': () => 'The token belongs to another tenant.',
  'AUTH-NO-ROLE': () => 'The application holds no role of this API.',
  'AUTH-FORBIDDEN': (params) => `The application does not hold the role ${String(params.permission)}.`,
  'AUTH-APPLICATION-NOT-ALLOWED': () => 'The application is not allowed in this environment.',
  'RESIDENCY-UNREGISTERED': (params) =>
    `Data of ${String(params.environment)} may leave only to ${String(params.allowed)}, and the geography of the application is not known: an administrator registers ${String(params.target)} under Data residency.`,
  'RESIDENCY-REFUSED': (params) =>
    `Data of ${String(params.environment)} may leave only to ${String(params.allowed)}, and the application is in ${String(params.geography)}.`,
  'ENV-UNKNOWN': (params) => `There is no environment ${String(params.environment)}.`,
  'ENV-NOT-ACTIVE': (params) =>
    `The environment ${String(params.environment)} does not take events: its status is ${String(params.status)}.`,
  'ASSESSMENT-UNKNOWN': (params) => `There is no assessment or observation ${String(params.name)} at this address.`,
  'ASSESSMENT-NO-RULE': (params) => `No rule decides about the assessment ${String(params.name)} in this environment.`,
  'ENV-NAME-TAKEN': (params) => `Another environment is named ${String(params.name)} there.`,
  'ENV-API-ID-TAKEN': (params) => `Another environment has the API id ${String(params.customerApiId)} there.`,
  'ENV-STALE': () => 'The environment was changed in between; read it again.',
  'ENV-TRANSITION-REFUSED': (params) =>
    `The environment ${String(params.name)} ${TRANSITION_REFUSALS[String(params.why)] ?? `cannot do this: its status is ${String(params.status)}`}.`,
  'BRANCH-UNKNOWN': (params) => `There is no branch ${String(params.name)}.`,
  'QUEUE-UNKNOWN': (params) => `There is no queue ${String(params.id)} in this environment.`,
  'QUEUE-PAUSED': (params) => `The queue ${String(params.name)} is paused: no case is taken from it.`,
  'CASE-UNKNOWN': (params) => `There is no case ${String(params.id)} in this environment.`,
  'CASE-EXISTS': (params) => `The event ${String(params.id)} has a case already.`,
  'EVENT-UNKNOWN': (params) =>
    `There is no event ${String(params.id)} of ${String(params.eventType)} in this environment.`,
  'QUEUE-ASSESSMENT': (params) =>
    `Reviews of ${String(params.eventType)} do not become cases: switch case management on in the settings of the assessment.`,
  'QUEUE-OTHER-ASSESSMENT': (params) => `The queue ${String(params.name)} takes cases of another assessment.`,
  'RULE-EVALUATION-TIMEOUT': () =>
    'The routing rules took too long to choose a queue; name one with queueId, or try again.',
  'CASE-NOT-FIRST': () => 'Cases of this queue are taken in its order; leave caseId out.',
  'CASE-LEASE-OPEN': (params) =>
    `The person has the case ${String(params.caseId)} in review; decide it, give it back, or send giveBack.`,
  'CASE-LEASED': (params) => `${String(params.agent)} has the case in review until ${String(params.until)}.`,
  'CASE-NOT-LEASED': () => 'The person does not have the case in review; take it first.',
  'CASE-SETTLING': (params) => `The case still settles, until ${String(params.until)}.`,
  'CASE-ON-HOLD': (params) => `The case is on hold until ${String(params.until)}.`,
  'CASE-ESCALATED': () => 'The case was escalated to those who manage queues.',
  'CASE-SECOND-REVIEW': () => 'The person decided the case first; another one has to decide it now.',
  'CASE-ASSIGNED': (params) => `The case waits for ${String(params.agent)} alone.`,
  'CASE-DECIDED': (params) =>
    `The case was already decided by ${String(params.by)} at ${String(params.at)} as ${String(params.decision)}.`,
  'CASE-TIMED-OUT': (params) => `The case timed out at ${String(params.at)}: ${String(params.decision)} applied.`,
  'CASE-CANCELLED': () => 'The case was cancelled.',
  'CASE-OPEN': () => 'The case is open.',
  'CASE-UNDO-REFUSED': () => 'The decision cannot be taken back any more.',
  'CASE-DECISION-UNKNOWN': (params) =>
    `There is no decision ${String(params.decision)}. The decisions are: ${String(params.known)}.`,
  'CASE-HOLD-INVALID': ({ days }) => `A case is put aside until a moment to come, at most ${String(days)} days ahead.`,
  'CASE-REASON-UNKNOWN': (params) =>
    `${String(params.reason)} is no reason of ${String(params.decision)}. The reasons are: ${String(params.known)}.`,
  'NOTE-LIMIT': (params) => `The event has ${String(params.max)} notes, and takes no more.`,
  'SRV-LOG-UNAVAILABLE': (params) =>
    params.outcome === 'unknown'
      ? 'It could not be found out in time whether the event was stored. Send it again with the same id.'
      : 'The event could not be stored; nothing was kept. Send it again.',
  'SRV-STOPPING': () => 'The service is stopping; send the call again.',
};

const ERROR_REASONS: Partial<Record<ErrorCode, string>> = {
  'AUTH-TOKEN-MISSING': 'TokenNotPresent',
  'AUTH-TOKEN-EXPIRED': 'TokenExpired',
  'AUTH-WRONG-TENANT': 'TokenClaimValueNotAllowed',
  'AUTH-NO-ROLE': 'TokenClaimNotFound',
};

/** What verification said of an invalid token, in the words of the gateway that stood in front of the original. */
const INVALID_REASONS: Readonly<Record<string, string>> = {
  issuer: 'TokenIssuerNotAllowed',
  'claim iss': 'TokenIssuerNotAllowed',
  'claim aud': 'TokenAudienceNotAllowed',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'TokenSignatureInvalid',
  ERR_JWKS_NO_MATCHING_KEY: 'TokenSignatureKeyNotFound',
};

const errorReasonOf = (code: ErrorCode, { params }: AppError): string =>
  ERROR_REASONS[code] ?? INVALID_REASONS[String(params.reason)] ?? 'JwtInvalid';

const codeOf = (error: AppError): ErrorCode => (isErrorCode(error.code) ? error.code : 'SRV-INTERNAL');

/** The message for the caller, card data masked; an internal failure is only named as one. */
export const publicMessage = (error: AppError): string =>
  maskCardText(MESSAGES[codeOf(error)]?.(error.params) ?? 'Internal Server Error');

/** All problems in one text: the documented sentence for what is missing, then each wrong place. */
export const problemsText = (problems: readonly BodyProblem[]): string => {
  const missing = new Map<string, string[]>();
  for (const problem of problems) {
    if (!problem.missing) continue;
    const dot = problem.path.lastIndexOf('.');
    const level = problem.path.slice(0, dot);
    missing.set(level, [...(missing.get(level) ?? []), problem.path.slice(dot + 1)]);
  }
  const levels = [...missing].map(([level, names]) => {
    const place = level === '$' ? '(root)' : level.slice(2);
    return `Required properties ${names.join(', ')} are not present at level ${place}`;
  });
  const wrong = problems.filter((problem) => !problem.missing).map((problem) => `${problem.path}: ${problem.message}`);
  return [...levels, ...wrong].join('; ');
};

/** The query of a call as its schema has it. @throws `REQ-INVALID` with every wrong member. */
export const readQuery = <Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: `query.${path.join('.')}`, message }));
  throw fail('REQ-INVALID', { problems: problemsText(problems) });
};

/** What was read as another type, in one text; null where nothing was. */
export const coercionsText = (coercions: readonly BodyCoercion[]): string | null =>
  coercions.length === 0 ? null : coercions.map(({ path, message }) => `${path}: ${message}`).join('; ');

/** Everything below them belongs to the public API, and fails in its words. */
export const PUBLIC_PREFIXES = ['/v1.0', '/v0.5'] as const;

/** Media type of bodies and answers that are lines of JSON. */
export const LINES_MEDIA_TYPE = 'application/x-ndjson';

/** Status and documented body of a failure, as one event's call or line is answered. */
export const errorBody = (error: AppError) => {
  const { status, retryable } = errorFacts(codeOf(error));
  const ErrorType = status >= 500 ? 'ServerError' : 'ClientError';
  return {
    status,
    body: { ErrorType, Message: publicMessage(error), Retryable: retryable, OtherErrors: null },
  };
};

/** Answers a failure in the documented body (`docs/reference/wire.md#errors`). */
export const sendPublicError = (reply: FastifyReply, error: AppError): FastifyReply => {
  const code = codeOf(error);
  const { status, body } = errorBody(error);
  if (body.Retryable && status !== 500) reply.header('retry-after', String(error.params.retryAfterS ?? 1));
  reply.code(status).type('application/json; charset=utf-8');
  if (status === 401) {
    reply.headers({
      'www-authenticate': 'Bearer',
      ErrorSource: 'validate-jwt',
      ErrorMessage: body.Message,
      ErrorScope: 'global',
      ErrorSection: 'inbound',
      ErrorStatusCode: '401',
      ErrorReason: errorReasonOf(code, error),
    });
    return reply.send(JSON.stringify({ statusCode: 401, message: body.Message }));
  }
  return reply.send(JSON.stringify(body));
};
