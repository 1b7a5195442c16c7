import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Fields that customers defined and want to search by. Events of the product have none and cost nothing more. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table event_search add column own jsonb`.execute(db);
  // Defined kinds are rare beside purchases: without it a search of one walks through all events of the range.
  await sql`
    create index event_search_defined on event_search (tenant_id, environment_id, kind, event_time, position)
      where kind >= 10000`.execute(db);
  await sql`
    create table event_attribute (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      field text collate "C" not null,
      value text collate "C" not null,
      event_time timestamptz not null,
      position bigint not null,
      primary key (tenant_id, environment_id, kind, field, value, event_time, position)
    )`.execute(db);
  await isolateTenant(db, 'event_attribute', {
    app: ['select'],
    ingest: ['select', 'insert', 'update', 'delete'],
  });
};
