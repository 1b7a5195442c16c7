import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { isConnectionLoss, sqlState } from '../database/errors.ts';

/** Bytes a trial write takes from the disk: more than a lone event, less than a full batch. */
const PROBE_BYTES = 128 * 1024;
/** A trial write is a commit of its own, so callers share one for so long. */
const SAME_ANSWER_MS = 5000;
const LOCK_TIMEOUT_MS = 500;
const STATEMENT_TIMEOUT_MS = 5000;

/** Longer than the statement's own limit, so that its words come first. */
const LONGEST_WAIT_MS = 6000;

const LOCK_NOT_AVAILABLE = '55P03';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const findMissingPartitions = async (client: pg.ClientBase): Promise<readonly string[]> => {
  const { rows } = await client.query<{ month: string; there: boolean }>(
    `select month, to_regclass('segment_' || month) is not null as there
       from unnest(array[to_char(now() at time zone 'UTC', 'YYYY_MM'),
                         to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM')]) as month`,
  );
  return rows.filter((row) => !row.there).map((row) => `The log has no partition for ${row.month.replace('_', '-')}.`);
};

/**
 * Commits a row into a table emptied in the same transaction. `truncate` gives the table a new file, so that the row
 * takes new blocks of the disk each time; rows deleted before would leave room that a full disk still has.
 */
const tryWriting = async (client: pg.ClientBase): Promise<void> => {
  await client.query('begin');
  await client.query(
    `set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  );
  await client.query('truncate write_probe');
  await client.query('insert into write_probe (payload) values ($1)', [randomBytes(PROBE_BYTES)]);
  await client.query('commit');
};

/**
 * Why no event can be stored now: sentences for the operator, none where events can be stored. It writes and commits
 * (ADR 61), at most every few seconds; those who ask meanwhile share the answer.
 */
export const createStorageCheck = (
  database: Pick<Database, 'pools'>,
  sameAnswerMs = SAME_ANSWER_MS,
): (() => Promise<readonly string[]>) => {
  let answer: readonly string[] = [];
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let inFlight: Promise<void> | undefined;

  const check = async (): Promise<readonly string[]> => {
    let client: pg.PoolClient | undefined;
    let failure: Error | undefined;
    try {
      client = await database.pools.ingest.connect();
      const missing = await findMissingPartitions(client);
      await tryWriting(client);
      return missing;
    } catch (error) {
      failure = error as Error;
      // Another node tries at this moment, or a dump reads the table: neither says anything about the disk.
      if (sqlState(error) === LOCK_NOT_AVAILABLE) return answer;
      if (client === undefined || isConnectionLoss(error))
        return [`The database does not answer: ${messageOf(error)}.`];
      return [`Nothing can be stored: ${messageOf(error)}.`];
    } finally {
      client?.release(failure);
    }
  };

  const settle = async (): Promise<void> => {
    answer = await check();
    answeredAtMs = performance.now();
    inFlight = undefined;
  };

  return async () => {
    if (inFlight === undefined && performance.now() - answeredAtMs < sameAnswerMs) return answer;
    inFlight ??= settle();
    // A database that stands still keeps the check waiting, and is asked once only.
    const isLate = await Promise.race([inFlight, delay(LONGEST_WAIT_MS, true, { ref: false })]);
    return isLate === true ? [`The database has not answered for ${LONGEST_WAIT_MS / 1000} s.`] : answer;
  };
};
