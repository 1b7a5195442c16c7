import { sql, type Kysely } from 'kysely';

/** Heads of a segment's events apart from their texts, see `log/segment-codec.ts`; older segments have none. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table segment add column heads bytea`.execute(db);
  // Compressed already.
  await sql`alter table segment alter column heads set storage external`.execute(db);
};
