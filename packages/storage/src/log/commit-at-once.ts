import type pg from 'pg';
import { isConnectionLoss, sqlState } from '../database/errors.ts';
import {
  appendStatement,
  ask,
  beginText,
  claimsOf,
  compressBlocks,
  INSERT_NEW_IDENTITIES,
  keyValues,
  noteAppended,
  takeReservedId,
  type Appending,
  type Entry,
  type Progress,
  type WriteLimits,
} from './commit-batch.ts';
import { DeadlineExpired } from './failures.ts';
import type { CompressFrame } from './frame-compressor.ts';

const UNIQUE_VIOLATION = '23505';

/** What is sent meanwhile goes out as one message. */
const sendTogether = <Sent>(client: pg.ClientBase, send: () => Sent): Sent => {
  const { stream } = (client as unknown as { connection: { stream: { cork: () => void; uncork: () => void } } })
    .connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
};

/** What became of a statement; a statement that others wait behind is never a rejected promise. */
type Outcome<Value> = { readonly value?: Value; readonly error?: Error };

const outcomeOf = <Value>(sent: Promise<Value>): Promise<Outcome<Value>> =>
  sent.then(
    (value) => ({ value }),
    (error: Error) => ({ error }),
  );

/** A statement that the database read and refused. */
const isRefusal = ({ error }: Outcome<unknown>): boolean => sqlState(error) !== undefined && !isConnectionLoss(error);

/**
 * Writes one batch as `writeBatch` does, with all statements and COMMIT on their way at once: a statement that fails makes
 * the later ones fail and COMMIT a rollback. So the row lock on the stream is never held while this side is busy, and a
 * commit takes one turn of the event loop.
 *
 * What a connection lost meanwhile leaves open cannot be found by waiting for the row of the stream, as the database may not
 * have read the statements yet. But every such batch claims an id under a number known beforehand: a later attempt
 * either finds the id with that number, or takes the id, and the first attempt can succeed no more (ADR 116).
 *
 * The client must be in pipeline mode.
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
  const identities = { ...INSERT_NEW_IDENTITIES, values: [...keyValues(claims), batchId] };
  const compressing = compressBlocks(entries, compress);
  const [beginning, claiming] = sendTogether(client, () => [
    outcomeOf(ask(client, beginText(entries, limits))),
    outcomeOf(ask(client, identities)),
  ]);
  const blocks = await compressing;
  if (!limits.isWanted()) throw new DeadlineExpired();
  progress.batchId = batchId;
  progress.atOnce = true;
  progress.commitSent = true;
  const [appending, committing] = sendTogether(client, () => [
    outcomeOf(ask<Appending>(client, appendStatement(entries, blocks, batchId))),
    outcomeOf(ask(client, 'commit')),
  ]);
  const [begun, claimed, appended, committed] = await Promise.all([beginning, claiming, appending, committing]);
  if (committed.value?.command === 'COMMIT' && appended.value !== undefined) {
    noteAppended(client, appended.value, progress);
    return 'committed';
  }
  const refused = [begun, claimed, appended].find(isRefusal);
  // The COMMIT behind it was a rollback, whether its answer came or not.
  if (refused !== undefined) progress.commitSent = false;
  if (refused === claimed && sqlState(claimed.error) === UNIQUE_VIOLATION) return 'repeated';
  throw refused?.error ?? committed.error ?? appended.error ?? new Error('A batch was rolled back without a reason');
};
