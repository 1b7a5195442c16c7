import { sql, type Kysely } from 'kysely';

/** Where a refused call was meant to go, as far as it was found out; calls before this stay without. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table refused_call add column environment_id uuid`.execute(db);
  await sql`create index refused_call_received on refused_call (tenant_id, received_at)`.execute(db);
};
