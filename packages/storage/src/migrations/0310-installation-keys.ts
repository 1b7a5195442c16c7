import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../database/roles.ts';

/** What this installation hashes, seals and signs with, itself sealed under each `REDOUBT_KEY` that opens it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table installation_key (
      ordinal smallint primary key,
      key_check text not null unique,
      sealed text not null
    )`.execute(db);
  await sql`grant select, insert, delete on installation_key to ${sql.id(INGEST_ROLE)}`.execute(db);
};
