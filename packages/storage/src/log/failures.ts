import { isConnectionLoss, sqlState } from '../database/errors.ts';

/** No connection could be had within the time of those who wait for it. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
}

/** Thrown in place of a COMMIT: a caller of the batch was answered meanwhile that it is not stored, so it must not be. */
export class DeadlineExpired extends Error {
  override readonly name = 'Overtaken';
}

/**
 * `data`: one event of the batch cannot be stored. `again`: the same batch may succeed at once. `unavailable`: the
 * database cannot take anything now. `bug`: ours.
 */
export type FailureKind = 'data' | 'again' | 'unavailable' | 'bug';

export const failureKind = (error: unknown): FailureKind => {
  if (error instanceof ConnectTimeout) return 'unavailable';
  if (error instanceof DeadlineExpired) return 'again';
  if (isConnectionLoss(error)) return 'unavailable';
  const state = sqlState(error) ?? '';
  // 22: a value the database refuses; 54: a key too long for an index.
  if (/^(22|54)/.test(state)) return 'data';
  // Deadlock and serialisation.
  if (state === '40P01' || state === '40001') return 'again';
  // 23514: no partition for today; 25006: a standby; 53: out of disk, memory, connections; 55P03, 57014: took too long; 58: disk.
  if (/^(23514|25006|53|55P03|57|58)/.test(state)) return 'unavailable';
  return 'bug';
};
