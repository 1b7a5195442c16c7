import { sql, type Kysely } from 'kysely';

/** The older version whose text a version of a function or of a velocity set brought back; null where it brought a new one. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table fql_function_version add column restores integer`.execute(db);
  await sql`alter table velocity_set_version add column restores integer`.execute(db);
};
