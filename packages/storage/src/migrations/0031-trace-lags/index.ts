import { sql, type Kysely } from 'kysely';

/** How long events of a subscription took to their destination, beside how many there were. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // Events by span of TRACE_LAG_ENDS_MS in domain/event-tracing/trace-lags.ts; shorter where the last spans have none.
  await sql`alter table trace_hour add column lags bigint[] not null default '{}'`.execute(db);
};
