import { sql, type Kysely } from 'kysely';

/** Who asked for a job, so that they can be notified of its end. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table job add column asked_by_id text`.execute(db);
};
