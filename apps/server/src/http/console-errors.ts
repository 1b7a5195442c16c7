import type { Problem } from '@redoubt/contracts';
import { errorFacts, fail, isErrorCode } from '@redoubt/domain';
import { AppError, isAppError } from '@redoubt/kernel';
import type { z } from 'zod';

type Place = NonNullable<Problem['problems']>[number];

/** A request that does not fit its schema: every place that is wrong, with the reason. */
export class InvalidRequest extends AppError<'REQ-INVALID'> {
  readonly problems: readonly Place[];

  constructor(problems: readonly Place[]) {
    super('REQ-INVALID', { count: problems.length });
    this.problems = problems;
  }
}

const pathText = (part: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), part);

/** Places that a refusal names. */
const MAX_PLACES = 100;

/** Parses one part of a request, naming each wrong place as `body.clauses[0].name`. */
export const parsePart = <S extends z.ZodType>(part: string, schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidRequest(
    result.error.issues
      .slice(0, MAX_PLACES)
      .map((issue) => ({ path: pathText(part, issue.path), message: issue.message })),
  );
};

type FastifyFailure = Error & { readonly code?: string; readonly statusCode?: number };

/** States of PostgreSQL for a NUL in a text or in a JSON value: what a caller sent, wherever it stood. */
const UNSTORABLE_TEXT: ReadonlySet<string> = new Set(['22021', '22P05']);

/** Failures Fastify finds before a handler runs, in our words. Anything unknown is ours and internal. */
export const asAppError = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  const { code, statusCode } = error as FastifyFailure;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return fail('REQ-BODY-TOO-LARGE', {}, error);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return fail('REQ-NOT-JSON-TYPE', {}, error);
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || code === 'FST_ERR_CTP_INVALID_JSON_BODY' || statusCode === 400) {
    return fail('REQ-BODY-NOT-JSON', {}, error);
  }
  if (code !== undefined && UNSTORABLE_TEXT.has(code))
    return fail('REQ-INVALID', { problems: 'a text holds NUL' }, error);
  if (statusCode === 404) return fail('REQ-NOT-FOUND', {}, error);
  return fail('SRV-INTERNAL', {}, error);
};

/** The console's problem JSON. What a 5xx was about stays in the log; the answer only carries its correlation id. */
export const problemOf = (error: AppError, correlationId: string): Problem => {
  const code = isErrorCode(error.code) ? error.code : 'SRV-INTERNAL';
  const { status } = errorFacts(code);
  const places = (error as Partial<InvalidRequest>).problems;
  return {
    type: `urn:redoubt:error:${code}`,
    title: code,
    status,
    code,
    params: status >= 500 ? {} : { ...error.params },
    correlationId,
    ...(places && status < 500 ? { problems: places.map((place) => ({ ...place })) } : {}),
  };
};
