import { sql, type Kysely } from 'kysely';

/** Later events are about any assessment, or about an account, an instrument, an address: not purchases alone. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table related_event rename column purchase_id to subject_id`.execute(db);
  // What is there is about purchases, whose number is 1.
  await sql`alter table related_event add column subject_kind smallint not null default 1`.execute(db);
  await sql`alter table related_event alter column subject_kind drop default`.execute(db);
  await sql`alter table related_event drop constraint related_event_pkey`.execute(db);
  await sql`
    alter table related_event
      add primary key (tenant_id, environment_id, subject_kind, subject_id, kind, related_id)`.execute(db);
};
