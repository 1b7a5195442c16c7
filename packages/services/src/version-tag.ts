import { fail, type ErrorCode } from '@redoubt/domain';
import type { ErrorParams } from '@redoubt/kernel';

/** The opaque tag of a record's version. */
export const tagOf = (version: number): string => version.toString(36);

/** Refuses a write that was made from an older state of the record. */
export const requireCurrent = (tag: string, version: number, code: ErrorCode, params: ErrorParams = {}): void => {
  if (tag !== tagOf(version)) throw fail(code, params);
};
