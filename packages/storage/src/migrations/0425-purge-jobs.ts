import { sql, type Kysely } from 'kysely';

/** The purge of an environment takes everything in it, and not the job that does it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create function keep_row() returns trigger language plpgsql as $$
    begin
      return null;
    end $$`.execute(db);
  await sql`
    create trigger keep_open_purge before delete on job for each row
      when (old.kind = 'environmentPurge' and old.state in ('queued', 'running')) execute function keep_row()`.execute(
    db,
  );
};
