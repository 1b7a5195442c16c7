import { fail, type ErrorCode } from '@redoubt/domain';
import type { AppError, ErrorParams } from '@redoubt/kernel';

/** A place in a request that is wrong: where, and why in English. */
export type Problem = { readonly path: string; readonly message: string };

/** A failure that lists its places; the console's problem JSON carries them as `problems`. */
export const failAt = (code: ErrorCode, params: ErrorParams, problems: readonly Problem[]): AppError<ErrorCode> =>
  Object.assign(fail(code, params), { problems });
