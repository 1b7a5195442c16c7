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

const settled = <Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> =>
  promise.then(
    (value) => ({ status: 'fulfilled', value }),
    (reason: unknown) => ({ status: 'rejected', reason }),
  );

const reasonOf = (result: PromiseSettledResult<unknown>): unknown =>
  result.status === 'rejected' ? (result.reason as unknown) : undefined;

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
 * @returns false where nothing was stored and `writeBatch` has to do it: on a connection that reserved no number, for a
 *   batch without write-once events, and where an id was there before.
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
  const before = sendTogether(client, () => [
    settled(ask(client, beginText(entries, limits))),
    settled(ask(client, identities)),
  ]);
  const blocks = await compressing;
  if (!limits.isWanted()) throw new DeadlineExpired();
  progress.batchId = batchId;
  progress.atOnce = true;
  progress.commitSent = true;
  const [appending, committing] = sendTogether(client, () => [
    settled(ask<Appending>(client, appendStatement(entries, blocks, batchId))),
    settled(ask(client, 'commit')),
  ]);
  const [[begun, claimed], appended, committed] = await Promise.all([Promise.all(before), appending, committing]);
  if (committed.status === 'fulfilled' && committed.value.command === 'COMMIT' && appended.status === 'fulfilled') {
    noteAppended(client, appended.value, progress);
    return 'committed';
  }
  const refusal = [begun, claimed, appended]
    .map((result) => result && reasonOf(result))
    .find((reason) => sqlState(reason) !== undefined && !isConnectionLoss(reason));
  // The database refused a statement, so that the COMMIT behind it was a rollback.
  if (refusal !== undefined) progress.commitSent = false;
  if (refusal !== undefined && claimed !== undefined && refusal === reasonOf(claimed))
    if (sqlState(refusal) === UNIQUE_VIOLATION) return 'repeated';
  throw refusal ?? reasonOf(committed) ?? reasonOf(appended) ?? new Error('A batch was rolled back without a reason');
};
