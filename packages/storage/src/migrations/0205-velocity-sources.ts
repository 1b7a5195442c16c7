import { sql, type Kysely } from 'kysely';

/** What names of defined assessments in FROM meant when a velocity set was published; null where it used none. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table velocity_set_version add column sources json`.execute(db);
};
