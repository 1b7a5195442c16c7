import { sql, type Kysely } from 'kysely';
import { APP_ROLE, INGEST_ROLE } from '../../database/role-names.ts';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from './privileges.ts';

/** What projectors work out from the log and can work out again: later events, counts, and how far each has come. */
export const createProjections = async (db: Kysely<never>): Promise<void> => {
  // Written in the transaction that applies the positions up to it.
  await sql`
    create table projection_state (
      projector text primary key,
      position bigint not null,
      updated_at timestamptz not null
    );
    grant select, insert, update on projection_state to ${sql.id(INGEST_ROLE)};
    grant select on projection_state to ${sql.id(APP_ROLE)}`.execute(db);

  // Observations and labels, merged into one row for each thing they are about and each id of their own, in any order of
  // arrival: `stamps` says by path when a field was said last (projections/related-merge.ts).
  await sql`
    create table related_event (
      tenant_id uuid not null,
      environment_id uuid not null,
      -- An assessment of a kind, an account, an instrument, an address; 1 is a purchase.
      subject_kind smallint not null,
      subject_id text collate "C" not null,
      kind smallint not null,
      related_id text collate "C" not null,
      body jsonb not null,
      stamps jsonb not null,
      received_at timestamptz not null,
      event_time timestamptz not null,
      position bigint not null,
      primary key (tenant_id, environment_id, subject_kind, subject_id, kind, related_id)
    )`.execute(db);
  await isolateTenant(db, 'related_event', DERIVED);

  // Adds two histograms, class by class.
  await sql`
    create function add_histograms(a integer[], b integer[]) returns integer[]
    language sql immutable parallel safe as $$
      select coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) order by place), '{}')
        from unnest(a, b) with ordinality as t(x, y, place)
    $$`.execute(db);

  // Decided events of a minute of the received time. Kept when the environment is purged: sums name no person.
  await sql`
    create table rollup_minute (
      tenant_id uuid not null,
      environment_id uuid not null,
      minute timestamptz not null,
      kind smallint not null,
      decision text not null,
      -- Empty where none decided.
      rule text not null,
      clause text not null,
      currency text not null,
      events integer not null,
      amount_units numeric not null,
      latency integer[] not null,
      primary key (tenant_id, environment_id, minute, kind, decision, rule, clause, currency)
    )`.execute(db);
  await isolateTenant(db, 'rollup_minute', DERIVED);

  // Events of a minute in which a clause of the rule held, by what it decided. Kept when the environment is purged.
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
  await isolateTenant(db, 'rule_hit_minute', DERIVED);
};
