import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from '../0001-schema/privileges.ts';

/** Tables of the projector of reports before this one, which builds them anew. */
const REBUILT = [
  'report_value',
  'report_event',
  'report_hour',
  'report_day',
  'report_dimension_day',
  'report_overlap_day',
  'report_label_day',
];

/** Sums that name no person stay when their environment is purged. */
const keepSums = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('purge_environment_rows(uuid, integer)'::regprocedure) as definition`.execute(db);
  const before = rows[0]?.definition ?? '';
  const after = before.replace(',rollup_value_minute}', ',rollup_value_minute,report_observation_day}');
  if (after === before) throw new Error('purge_environment_rows does not name the tables that it keeps');
  await sql.raw(after).execute(db);
};

/** Observations by the day of their arrival, each with what is known of its assessment (ADR 98). */
export const up = async (db: Kysely<never>): Promise<void> => {
  // One row for each observation or label of an assessment, as it is merged: says which sums it stands in.
  await sql`
    create table report_observation (
      tenant_id uuid not null,
      environment_id uuid not null,
      -- The assessment it is about, and its id; of an erased one a keyed hash and a position.
      kind smallint not null,
      event_id text collate "C" not null,
      -- Its own kind; every label is one kind.
      observation smallint not null,
      observation_id text collate "C" not null,
      -- When the first of the events that it is merged from arrived.
      arrived timestamptz not null,
      -- -1 where the assessment is not known.
      decision smallint not null,
      -- Hundreds of the score of the assessment; -1 where it has none.
      score smallint not null,
      -- Class of the time from the assessment to the arrival; -1 where the assessment is not known.
      delay smallint not null,
      -- Of its own amount, else of that of the assessment.
      currency integer not null,
      amount_units bigint not null,
      -- Fields that it has a value of, and their values in the same place, as sums have them.
      fields integer[] not null,
      field_values integer[] not null,
      -- Paths of those of the fields that a customer defined.
      own_fields text[] not null,
      primary key (tenant_id, environment_id, kind, event_id, observation, observation_id)
    );
    -- The time comes first: see report_event_hour.
    create index report_observation_arrived on report_observation (arrived, tenant_id, environment_id, kind)`.execute(
    db,
  );
  await isolateTenant(db, 'report_observation', DERIVED);

  await sql`
    create table report_observation_day (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      observation smallint not null,
      -- 0 for all; of a field the number of its name, below 0.
      dimension integer not null,
      -- Of arrival, in UTC.
      day timestamptz not null,
      -- -1 stands for values of a field beyond those that are told apart.
      value integer not null,
      -- Whether the assessment is known.
      linked boolean not null,
      -- -1 of fields, as the delay.
      decision smallint not null,
      score smallint not null,
      delay smallint not null,
      currency integer not null,
      events integer not null,
      -- In units of 1e-4 of the currency.
      amount_units bigint not null,
      primary key (tenant_id, environment_id, kind, observation, dimension, day, value, linked, decision, score, delay,
        currency)
    )`.execute(db);
  await isolateTenant(db, 'report_observation_day', DERIVED);
  await keepSums(db);

  // Observations of before stand in the log alone.
  await sql`truncate ${sql.raw(REBUILT.join(', '))}`.execute(db);
  await sql`update projection_state set position = 0, updated_at = now() where projector = 'reports'`.execute(db);
};
