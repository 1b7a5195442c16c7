import { fail, type DataProblem, type ErrorCode } from '@redoubt/domain';
import { isCleanJson, type AppError, type ErrorParams, type Json } from '@redoubt/kernel';

/** A place in a request that is wrong: where, why in English, and where it is known why in a form for every language. */
export type Problem = { readonly path: string; readonly message: string; readonly coded?: DataProblem };

/** A failure that lists its places; the console's problem JSON carries them as `problems`. */
export const failAt = (code: ErrorCode, params: ErrorParams, problems: readonly Problem[]): AppError<ErrorCode> =>
  Object.assign(fail(code, params), { problems });

/** Refuses values that cannot be stored, each named by its place in the request, with REQ-INVALID. */
export const requireClean = (values: Readonly<Record<string, Json>>): void => {
  const problems = Object.entries(values)
    .filter(([, value]) => !isCleanJson(value))
    .map(([path]): Problem => ({ path, message: 'holds NUL or half a surrogate pair, or is nested too deeply' }));
  if (problems.length > 0) throw failAt('REQ-INVALID', { count: problems.length }, problems);
};
