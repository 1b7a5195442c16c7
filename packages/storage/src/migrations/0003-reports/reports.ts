import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from '../0001-schema/privileges.ts';

/** Sums that name no person: they stay when their environment is purged. */
const KEPT = [
  'report_hour',
  'report_day',
  'report_dimension_day',
  'report_overlap_day',
  'report_label_day',
  'rollup_value_minute',
];

/** The function of 0001 with more tables that outlive their environment. */
const keepSums = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('purge_environment_rows(uuid, integer)'::regprocedure) as definition`.execute(db);
  const before = rows[0]?.definition ?? '';
  const after = before.replace(',rule_hit_minute}', `,rule_hit_minute,${KEPT.join(',')}}`);
  if (after === before) throw new Error('purge_environment_rows does not name the tables that it keeps');
  await sql.raw(after).execute(db);
};

/** What every cell of sums is told apart by. Codes of projections/report-codes.ts, of texts from report_value. */
const PLACE = `tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null`;
const OUTCOME = `label smallint not null,
      status integer not null,
      bank smallint not null,
      chargeback boolean not null,
      refunded boolean not null`;
const SUMS = `events integer not null,
      -- In units of 1e-4 of the currency.
      amount_units bigint not null`;

/** Reports of decided events by the time of the event, as labels and later events have it now (ADR 85). */
export const createReports = async (db: Kysely<never>): Promise<void> => {
  // Texts of a tenant by number: rules, clauses, currencies, countries, statuses. 0 stands for none and has no row.
  await sql`
    create table report_value (
      tenant_id uuid not null,
      code integer not null check (code > 0),
      value text collate "C" not null,
      primary key (tenant_id, code),
      unique (tenant_id, value)
    )`.execute(db);
  await isolateTenant(db, 'report_value', DERIVED);

  // One row for each decided event: says which sums it stands in, so that what comes later can move it to others.
  await sql`
    create table report_event (
      ${sql.raw(PLACE)},
      -- Of an erased event its keyed hash and position.
      event_id text collate "C" not null,
      -- Of the event's time.
      hour timestamptz not null,
      decision smallint not null,
      rule integer not null,
      clause integer not null,
      country integer not null,
      currency integer not null,
      -- Bin of ten; -1 where nothing was scored.
      score smallint not null,
      ${sql.raw(OUTCOME)},
      -- Days from the event to the first label and the first chargeback about it; null before.
      label_after smallint,
      chargeback_after smallint,
      amount_units bigint not null,
      -- Clauses whose condition held, deciding or not, and the id of the rule of each in the same place.
      hits integer[] not null,
      hit_rules integer[] not null,
      -- Report fields that the event has a value of, and their values in the same place, as sums have them.
      fields integer[] not null,
      field_values integer[] not null,
      -- The one of the hits that decided; 0 where none did.
      decided_by integer not null,
      -- Of a purchase that the control share may let pass, its probability.
      control_probability double precision,
      -- Of one that passed, what would have been decided, and by which rule and clause, as hits name them; 0 of others.
      control_decision smallint,
      control_rule integer not null,
      control_hit integer not null,
      primary key (tenant_id, environment_id, kind, event_id)
    );
    -- The hour comes first: an index that begins as the primary key does, and is smaller, is taken for look-ups by id where
    -- statistics lag behind, and each of them reads all events of the tenant.
    create index report_event_hour on report_event (hour, tenant_id, environment_id, kind);
    -- Those that passed are few, and reports read each.
    create index report_event_passed on report_event (hour, tenant_id, environment_id, kind) where control_rule > 0`.execute(
    db,
  );
  await isolateTenant(db, 'report_event', DERIVED);

  await sql`
    create table report_hour (
      ${sql.raw(PLACE)},
      hour timestamptz not null,
      decision smallint not null,
      rule integer not null,
      clause integer not null,
      currency integer not null,
      ${sql.raw(OUTCOME)},
      ${sql.raw(SUMS)},
      primary key (tenant_id, environment_id, kind, hour, decision, rule, clause, currency, label, status, bank, chargeback,
        refunded)
    )`.execute(db);
  await isolateTenant(db, 'report_hour', DERIVED);

  // The same by the day of UTC and by score.
  await sql`
    create table report_day (
      ${sql.raw(PLACE)},
      day timestamptz not null,
      decision smallint not null,
      rule integer not null,
      clause integer not null,
      score smallint not null,
      currency integer not null,
      ${sql.raw(OUTCOME)},
      ${sql.raw(SUMS)},
      primary key (tenant_id, environment_id, kind, day, decision, rule, clause, score, currency, label, status, bank,
        chargeback, refunded)
    )`.execute(db);
  await isolateTenant(db, 'report_day', DERIVED);

  // By one value of what has many: a country, a clause or a rule whose condition held, a report field.
  await sql`
    create table report_dimension_day (
      ${sql.raw(PLACE)},
      -- Of a report field the number of its name, below 0.
      dimension integer not null,
      day timestamptz not null,
      -- -1 stands for values of a report field beyond those that are told apart.
      value integer not null,
      -- Whether the clause or rule decided the event.
      decided boolean not null,
      decision smallint not null,
      -- Bin of a hundred; -1 of report fields.
      score smallint not null,
      -- Whether the control share might have let the event pass.
      controlled boolean not null,
      currency integer not null,
      ${sql.raw(OUTCOME)},
      ${sql.raw(SUMS)},
      primary key (tenant_id, environment_id, kind, dimension, day, value, decided, decision, score, controlled, currency,
        label, status, bank, chargeback, refunded)
    )`.execute(db);
  await isolateTenant(db, 'report_dimension_day', DERIVED);

  // By two rules whose conditions both held, each pair once, the smaller number first; 0 stands for no other rule.
  await sql`
    create table report_overlap_day (
      ${sql.raw(PLACE)},
      day timestamptz not null,
      rule integer not null,
      other_rule integer not null,
      label smallint not null,
      ${sql.raw(SUMS)},
      primary key (tenant_id, environment_id, kind, day, rule, other_rule, label)
    )`.execute(db);
  await isolateTenant(db, 'report_overlap_day', DERIVED);

  // Labelled events by how long their first label took to arrive.
  await sql`
    create table report_label_day (
      ${sql.raw(PLACE)},
      day timestamptz not null,
      label smallint not null,
      label_after smallint not null,
      currency integer not null,
      ${sql.raw(SUMS)},
      primary key (tenant_id, environment_id, kind, day, label, label_after, currency)
    )`.execute(db);
  await isolateTenant(db, 'report_label_day', DERIVED);

  // When the first of the events that were merged into the row arrived; null in rows of before.
  await sql`alter table related_event add column arrived_at timestamptz`.execute(db);
  // Values of report fields by name, so that Search finds the events behind a figure.
  await sql`alter table event_search add column report_fields jsonb`.execute(db);
  await keepSums(db);
};
