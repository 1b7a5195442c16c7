import { sql, type Kysely } from 'kysely';

/**
 * Lists whose rows are kept elsewhere: a version holds the way to them instead of rows. What opens it is sealed, and
 * belongs to the list, not to its versions.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table list_version add column source jsonb`.execute(db);
  await sql`alter table list_version drop constraint list_version_origin_check`.execute(db);
  await sql`
    alter table list_version add constraint list_version_origin_check
      check (origin in ('upload', 'append', 'edit', 'rollback', 'expiry', 'source'))`.execute(db);
  await sql`alter table list add column secret text`.execute(db);
};
