import type pg from 'pg';
import { isConnectionLoss, sqlState } from '../database/errors.ts';
import {
  ask,
  claimsOf,
  compressBlocks,
  noteAppended,
  takeReservedId,
  wholeStatement,
  type Appending,
  type Entry,
  type Progress,
  type WriteLimits,
} from './commit-batch.ts';
import { DeadlineExpired } from './failures.ts';
import type { CompressFrame } from './frame-compressor.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Writes one batch as `writeBatch` does, in one statement that commits by itself. So the row lock on the stream is never held
 * while this side is busy, and a commit is one message and one answer.
 *
 * What a connection lost meanwhile leaves open cannot be found by waiting for the row of the stream, as the database may not
 * have read the statement yet. But every such batch claims an id under a number known beforehand: a later attempt
 * either finds the id with that number, or takes the id, and the first attempt can succeed no more (ADR 116).
 *
 * @returns whether it is stored; else nothing of it is, and `writeBatch` has to do it: where an id was there before, and
 *   `unfit` on a connection that reserved no number or for a batch without write-once events.
 */
export const writeBatchAtOnce = async <E extends Entry>(
  client: pg.ClientBase,
  entries: readonly E[],
  progress: Progress<E>,
  compress: CompressFrame,
  limits: WriteLimits,
): Promise<'committed' | 'repeated' | 'unfit'> => {
  const claims = claimsOf(entries);
  if (claims.length === 0) return 'unfit';
  const batchId = takeReservedId(client);
  if (batchId === undefined) return 'unfit';
  const blocks = await compressBlocks(entries, compress);
  if (!limits.isWanted()) throw new DeadlineExpired();
  progress.batchId = batchId;
  progress.atOnce = true;
  progress.commitSent = true;
  try {
    noteAppended(client, await ask<Appending>(client, wholeStatement(entries, claims, blocks, batchId)), progress);
    return 'committed';
  } catch (error) {
    // What the database refused is not there.
    if (sqlState(error) !== undefined && !isConnectionLoss(error)) progress.commitSent = false;
    if (sqlState(error) === UNIQUE_VIOLATION) return 'repeated';
    throw error;
  }
};
