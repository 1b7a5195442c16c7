import { sql, type Kysely } from 'kysely';

/** What a tenant that came from another installation is hashed with. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // Sealed under a key of the installation. Null: hashed under that of the installation.
  await sql`alter table tenant add column hashing_key text`.execute(db);
};
