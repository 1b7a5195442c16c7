import { sql, type Kysely } from 'kysely';

/** How many calls one record of a refusal stands for: calls past a limit come by the thousand and say the same. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table refused_call add column calls integer not null default 1`.execute(db);
};
