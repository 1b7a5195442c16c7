import { sql, type Kysely } from 'kysely';

/** The sample that new rules of a set start with, kept letter by letter; null for the one of the product. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table rule_set add column sample_payload json`.execute(db);
};
