import { sql, type Kysely } from 'kysely';

/** What links an event besides the columns of its own: further payment instruments, phones, addresses and products. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // Null in rows of before, and where an event has none.
  await sql`alter table event_search add column linked_values jsonb`.execute(db);
};
