import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL, DERIVED } from './privileges.ts';

/**
 * What events are found by. Under row-level security PostgreSQL uses an index only behind operators that are leakproof:
 * not jsonb, GIN or LIKE. So whatever is searched by stands in a typed column or a row of its own, with a B-tree.
 */
export const createSearch = async (db: Kysely<never>): Promise<void> => {
  // One row for each assessment event, in the order of time.
  await sql`
    create table event_search (
      tenant_id uuid not null,
      environment_id uuid not null,
      position bigint not null,
      kind smallint not null,
      event_id text collate "C" not null,
      event_time timestamptz not null,
      received_at timestamptz not null,
      historical boolean not null,
      decision text collate "C" not null,
      reason text,
      rule text collate "C",
      clause text collate "C",
      amount_units bigint,
      currency text,
      user_id text,
      user_name text,
      email text,
      ip_address text,
      country text,
      device_id text,
      payment_instrument_id text,
      risk_score integer,
      fraud_label text collate "C" not null,
      status text,
      -- Values of fields that customers made searchable, by name; null where there are none.
      own jsonb,
      primary key (tenant_id, environment_id, event_time, position)
    );
    -- Led by the id: were it led by the tenant, a planner without statistics could take it for the key.
    create unique index event_search_id on event_search (event_id, kind, environment_id, tenant_id);
    -- Only what is rare: the common value of each is found fast enough on the way back through time.
    create index event_search_decision on event_search (tenant_id, environment_id, decision, event_time, position)
      where decision <> 'Approve';
    create index event_search_clause on event_search (tenant_id, environment_id, clause, event_time, position)
      where clause is not null;
    create index event_search_rule on event_search (tenant_id, environment_id, rule, event_time, position)
      where rule is not null;
    create index event_search_label on event_search (tenant_id, environment_id, fraud_label, event_time, position)
      where fraud_label <> 'None';
    -- Kinds that customers define are rare beside purchases: without it a search of one walks through all events.
    create index event_search_defined on event_search (tenant_id, environment_id, kind, event_time, position)
      where kind >= 10000`.execute(db);
  await isolateTenant(db, 'event_search', DERIVED);

  // What leads from a value to the events that carry it; attributes are numbered in projections/links.ts.
  await sql`
    create table event_link (
      tenant_id uuid not null,
      environment_id uuid not null,
      attribute smallint not null,
      value text collate "C" not null,
      event_time timestamptz not null,
      position bigint not null,
      primary key (tenant_id, environment_id, attribute, value, event_time, position)
    )`.execute(db);
  await isolateTenant(db, 'event_link', DERIVED);

  // The same for the fields in event_search.own. Events without such fields cost nothing here.
  await sql`
    create table event_attribute (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      field text collate "C" not null,
      value text collate "C" not null,
      event_time timestamptz not null,
      position bigint not null,
      -- The value where it is a number, or a time in milliseconds since 1970, for search by range.
      number double precision,
      primary key (tenant_id, environment_id, kind, field, value, event_time, position)
    );
    create index event_attribute_number
      on event_attribute (tenant_id, environment_id, kind, field, number, event_time, position)
      where number is not null`.execute(db);
  await isolateTenant(db, 'event_attribute', DERIVED);

  // Attributes of built-in events that an environment made searchable, and fields of defined assessments, which their schema
  // makes searchable, with the work on stored events that is left to do:
  // fill in their values, or take them away. Without such work `task` and everything after it is null or 0.
  await sql`
    create table search_attribute (
      tenant_id uuid not null references tenant,
      attribute_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      path text not null,
      type text not null
        check (type in ('string', 'double', 'boolean', 'datetime', 'integer', 'email', 'ipAddress', 'array')),
      -- Where the log stood when it was made searchable: values of a former one along the same path stay out of a projection
      -- that is built anew.
      made_position bigint not null default 0,
      created_by text not null,
      created_at timestamptz not null,
      task text check (task in ('fill', 'remove')),
      -- Position up to which events were looked at, and those that carried it.
      read_position bigint not null default 0,
      events_found bigint not null default 0,
      primary key (tenant_id, attribute_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create unique index search_attribute_path on search_attribute (tenant_id, environment_id, kind, lower(path))`.execute(
    db,
  );
  await isolateTenant(db, 'search_attribute', { app: ALL, ingest: ['select', 'update', 'delete'] });
};
