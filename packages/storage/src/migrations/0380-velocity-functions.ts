import { sql, type Kysely } from 'kysely';

/** The version of every function that a velocity set reaches when it is published: history is counted with those. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table velocity_set_version add column function_versions json not null default '[]'`.execute(db);
};
