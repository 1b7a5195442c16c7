import { sql, type Kysely } from 'kysely';

/** Why a line was refused, as a code with parameters. Lines that were refused before keep their English message alone. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table upload_refusal add column problem jsonb`.execute(db);
};
