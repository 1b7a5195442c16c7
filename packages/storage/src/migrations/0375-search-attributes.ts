import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Attributes of the product's events that an environment makes searchable, with the work that is left to do on stored
 * events; and the means to find values by range. Numbers and times stand beside their text for that, and yes-or-no values
 * get rows too, so that whatever `event_search.own` holds can be found by a row and taken away by it.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table search_attribute (
      tenant_id uuid not null references tenant,
      attribute_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      path text not null,
      type text not null check (type in ('string', 'double', 'boolean', 'datetime')),
      created_by text not null,
      created_at timestamptz not null,
      task text check (task in ('fill', 'remove')),
      status text check (status in ('waiting', 'running', 'done', 'cancelled', 'failed')),
      read_position bigint not null default 0,
      events_total bigint not null default 0,
      events_done bigint not null default 0,
      events_found bigint not null default 0,
      events_per_second double precision not null default 0,
      problem text,
      node_id uuid,
      seen_at timestamptz,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (tenant_id, attribute_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      check ((task is null) = (status is null))
    )`.execute(db);
  await sql`
    create unique index search_attribute_path
      on search_attribute (tenant_id, environment_id, kind, lower(path))`.execute(db);
  await sql`
    create index search_attribute_open on search_attribute (started_at) where status in ('waiting', 'running')`.execute(
    db,
  );
  await isolateTenant(db, 'search_attribute', {
    app: ['select', 'insert', 'update', 'delete'],
    ingest: ['select', 'update', 'delete'],
  });

  await sql`alter table event_attribute add column number double precision`.execute(db);
  await sql`
    update event_attribute a set number = a.value::float8
      from event_search s
     where s.tenant_id = a.tenant_id and s.environment_id = a.environment_id and s.event_time = a.event_time
       and s.position = a.position and jsonb_typeof(s.own -> a.field -> 0) = 'number'`.execute(db);
  await sql`
    insert into event_attribute (tenant_id, environment_id, kind, field, value, event_time, position)
    select s.tenant_id, s.environment_id, s.kind, f.key, v.value #>> '{}', s.event_time, s.position
      from event_search s
      cross join lateral jsonb_each(s.own) f
      cross join lateral jsonb_array_elements(f.value) v
     where s.own is not null and jsonb_typeof(v.value) = 'boolean'
    on conflict do nothing`.execute(db);
  await sql`
    create index event_attribute_number
      on event_attribute (tenant_id, environment_id, kind, field, number, event_time, position)
      where number is not null`.execute(db);
};
