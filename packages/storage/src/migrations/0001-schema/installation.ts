import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../../database/role-names.ts';

/** What belongs to the installation and to no tenant. */
export const createInstallation = async (db: Kysely<never>): Promise<void> => {
  const ingest = sql.id(INGEST_ROLE);
  // What this installation hashes, seals and signs with, itself sealed under each REDOUBT_KEY that opens it.
  await sql`
    create table installation_key (
      ordinal smallint primary key,
      -- Tells one key from another without giving it away.
      key_check text not null unique,
      sealed text not null
    );
    grant select, insert, delete on installation_key to ${ingest}`.execute(db);

  // What nodes write to find out whether anything can be stored: no data, so not part of a backup. Compressed, the payload
  // would take less room than it is there to take.
  await sql`
    create table write_probe (payload bytea not null);
    alter table write_probe alter column payload set storage external;
    grant insert, truncate on write_probe to ${ingest}`.execute(db);
};
