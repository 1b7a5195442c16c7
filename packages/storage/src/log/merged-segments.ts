import { HOUR_MS } from '@redoubt/kernel';
import { sql } from 'kysely';
import type pg from 'pg';
import type { TenantTransaction } from '../database/database.ts';

/**
 * Positions that a merged segment reaches over at most (ADR 127). Events of other environments stand between its own, so a segment that
 * holds events of a range may begin up to so many positions before the range.
 */
export const MOST_SPAN = 4096;

/** A merged segment carries the earliest of its commit times; its other commits came at most so much later. */
export const COMMITTED_WITHIN_MS = HOUR_MS;
export const COMMITTED_WITHIN = `interval '1 hour'`;

/** The last position that a row `s` of the log holds. */
export const LAST_POSITION = 's.first_position + coalesce(s.span, s.event_count) - 1';

/** A condition on rows `s`: one may hold a position of a commit. @param position and `committed`, its time: parameters, `$4` */
export const mayHold = (position: string, committed: string): string =>
  `s.committed_at between ${committed}::timestamptz - ${COMMITTED_WITHIN} and ${committed}::timestamptz
     and s.first_position <= ${position}::bigint and s.first_position > ${position}::bigint - ${MOST_SPAN}`;

/** A condition on rows `s`: what was committed since a time may be in them. @param since a parameter, `$3` */
export const mayBeSince = (since: string): string =>
  `s.committed_at >= ${since}::timestamptz - ${COMMITTED_WITHIN} and (s.span is not null or s.committed_at >= ${since})`;

const lockKey = `hashtext('redoubt.segments'), hashtext($1)`;

/**
 * Segments of the tenant are written anew by this transaction alone, until it ends. A transaction that reads segments in one statement and
 * changes them in another takes it first, before any other lock.
 */
export const lockSegments = async (client: pg.ClientBase, tenantId: string): Promise<void> => {
  await client.query(`select pg_advisory_xact_lock(${lockKey})`, [tenantId]);
};

/** The same without waiting; false where another transaction holds them. */
export const tryLockSegments = async (client: pg.ClientBase, tenantId: string): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_xact_lock(${lockKey}) as held`, [
    tenantId,
  ]);
  return rows[0]?.held === true;
};

/** Waits until no other transaction holds the segments of the tenant; for a transaction that only counts them. */
export const awaitSegments = async (trx: TenantTransaction, tenantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtext('redoubt.segments'), hashtext(${tenantId}))`.execute(trx);
};
