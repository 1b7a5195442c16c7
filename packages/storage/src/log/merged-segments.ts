import { HOUR_MS } from '@redoubt/kernel';
import { sql } from 'kysely';
import type pg from 'pg';
import type { TenantTransaction } from '../database/database.ts';

/**
 * Small segments of an environment are merged into larger ones (ADR 127), between whose events those of others stand. What may hold
 * events of a range therefore begins up to so many positions before it.
 */
export const MOST_SPAN = 4096;

/** A merged segment has the earliest time of its commits; the others come up to so much later. */
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

/** The same where it is free at once. */
export const tryLockSegments = async (client: pg.ClientBase, tenantId: string): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_xact_lock(${lockKey}) as held`, [
    tenantId,
  ]);
  return rows[0]?.held === true;
};

/** Waits for who holds it, for one who only counts. */
export const awaitSegments = async (trx: TenantTransaction, tenantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtext('redoubt.segments'), hashtext(${tenantId}))`.execute(trx);
};
