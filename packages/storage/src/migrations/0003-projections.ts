import { sql, type Kysely } from 'kysely';
import { APP_ROLE, INGEST_ROLE } from '../database/roles.ts';
import { isolateTenant } from '../database/tenant-isolation.ts';

const PROJECTED = { app: ['select'], ingest: ['select', 'insert', 'update', 'delete'] } as const;

/**
 * What the projectors write from the log: search rows, links, related events, roll-ups; and how far each has come. Ids and
 * names are collated by code unit: faster, and an index never depends on the server's locale data.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table projection_state (
      projector text primary key,
      position bigint not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`grant select, insert, update on projection_state to ${sql.id(INGEST_ROLE)}`.execute(db);
  await sql`grant select on projection_state to ${sql.id(APP_ROLE)}`.execute(db);

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
      primary key (tenant_id, environment_id, event_time, position)
    )`.execute(db);
  // Led by the id: were it led by the tenant, a planner without statistics could take it for the key.
  await sql`create unique index event_search_id on event_search (event_id, kind, environment_id, tenant_id)`.execute(
    db,
  );
  // Only what is rare: the common value of each is found fast enough on the way back through time.
  await sql`
    create index event_search_decision on event_search (tenant_id, environment_id, decision, event_time, position)
      where decision <> 'Approve'`.execute(db);
  await sql`
    create index event_search_clause on event_search (tenant_id, environment_id, clause, event_time, position)
      where clause is not null`.execute(db);
  await sql`
    create index event_search_rule on event_search (tenant_id, environment_id, rule, event_time, position)
      where rule is not null`.execute(db);
  await sql`
    create index event_search_label on event_search (tenant_id, environment_id, fraud_label, event_time, position)
      where fraud_label <> 'None'`.execute(db);
  await isolateTenant(db, 'event_search', PROJECTED);

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
  await isolateTenant(db, 'event_link', PROJECTED);

  await sql`
    create table related_event (
      tenant_id uuid not null,
      environment_id uuid not null,
      purchase_id text collate "C" not null,
      kind smallint not null,
      related_id text collate "C" not null,
      body jsonb not null,
      stamps jsonb not null,
      received_at timestamptz not null,
      event_time timestamptz not null,
      position bigint not null,
      primary key (tenant_id, environment_id, purchase_id, kind, related_id)
    )`.execute(db);
  await isolateTenant(db, 'related_event', PROJECTED);

  // Adds two histograms, bucket by bucket.
  await sql`
    create function add_histograms(a integer[], b integer[]) returns integer[]
    language sql immutable parallel safe as $$
      select coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) order by place), '{}')
        from unnest(a, b) with ordinality as t(x, y, place)
    $$`.execute(db);
  await sql`
    create table rollup_minute (
      tenant_id uuid not null,
      environment_id uuid not null,
      minute timestamptz not null,
      kind smallint not null,
      decision text not null,
      rule text not null,
      clause text not null,
      currency text not null,
      events integer not null,
      amount_units numeric not null,
      latency integer[] not null,
      primary key (tenant_id, environment_id, minute, kind, decision, rule, clause, currency)
    )`.execute(db);
  await isolateTenant(db, 'rollup_minute', PROJECTED);

  await sql`
    create table rule_hit_minute (
      tenant_id uuid not null,
      environment_id uuid not null,
      rule_id uuid not null,
      minute timestamptz not null,
      decision text not null,
      hits integer not null,
      primary key (tenant_id, environment_id, rule_id, minute, decision)
    )`.execute(db);
  await isolateTenant(db, 'rule_hit_minute', PROJECTED);
};
