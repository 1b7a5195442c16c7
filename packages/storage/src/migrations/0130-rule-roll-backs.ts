import { sql, type Kysely } from 'kysely';

/** A version says which older one it brought back; null for text that a user wrote. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table rule_version add column restores integer`.execute(db);
};
