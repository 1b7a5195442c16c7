import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../database/roles.ts';

/** What nodes write to find out whether anything can be stored: no data, so neither a tenant's nor part of a backup. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`create table write_probe (payload bytea not null)`.execute(db);
  // Compressed, the payload would take less than it is there to take.
  await sql`alter table write_probe alter column payload set storage external`.execute(db);
  await sql`grant insert, truncate on write_probe to ${sql.id(INGEST_ROLE)}`.execute(db);
};
