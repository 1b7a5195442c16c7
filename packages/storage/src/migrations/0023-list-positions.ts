import { sql, type Kysely } from 'kysely';

/** Where the log stood when a content of a list became current, so that a backtest can ask what the list said then. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table list_version add column active_from_position bigint not null default 0`.execute(db);
  await sql`alter table list_version alter column active_from_position drop default`.execute(db);
};
