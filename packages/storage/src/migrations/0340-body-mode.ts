import { sql, type Kysely } from 'kysely';

/** How an environment reads values of another type in bodies. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table environment
      add column body_mode text not null default 'lenient' check (body_mode in ('lenient', 'strict'))`.execute(db);
};
