import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from '../0001-schema/privileges.ts';
import { fillTotals } from './fill.ts';

const PLACE = sql.raw(`tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null`);
/** How many events, and their amounts in units of 1e-4 of the currency. */
const counted = (...names: readonly string[]) =>
  sql.raw(names.map((name) => `${name} integer not null, ${name}_units bigint not null`).join(',\n      '));
const SUMS = sql.raw('events integer not null,\n      amount_units bigint not null');

const TABLES = ['report_total_hour', 'report_figure', 'report_hit_day'] as const;

/** Sums that name no person stay when their environment is purged. */
const keepSums = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('purge_environment_rows(uuid, integer)'::regprocedure) as definition`.execute(db);
  const before = rows[0]?.definition ?? '';
  const after = before.replace(
    ',report_observation_day,storage_day}',
    `,report_observation_day,storage_day,${TABLES.join(',')}}`,
  );
  if (after === before) throw new Error('purge_environment_rows does not name the tables that it keeps');
  await sql.raw(after).execute(db);
};

/** Coarser sums of decided events beside those that there are, for questions over many events (ADR 103). */
export const up = async (db: Kysely<never>): Promise<void> => {
  // `report_hour` without rules and clauses.
  await sql`
    create table report_total_hour (
      ${PLACE},
      hour timestamptz not null,
      decision smallint not null,
      currency integer not null,
      label smallint not null,
      status integer not null,
      bank smallint not null,
      chargeback boolean not null,
      refunded boolean not null,
      ${SUMS},
      primary key (tenant_id, environment_id, kind, hour, decision, currency, label, status, bank, chargeback, refunded)
    )`.execute(db);

  // By one value, with every measure of a report as a column.
  await sql`
    create table report_figure (
      ${PLACE},
      -- FIGURE_CODES of projections/report-codes.ts; of a report field the number of its name, below 0.
      dimension integer not null,
      -- -1 for all; of scores each decision as well.
      decision smallint not null,
      -- The hour or the day, in UTC, as the dimension says.
      at timestamptz not null,
      value integer not null,
      currency integer not null,
      ${SUMS},
      ${counted('approved', 'rejected', 'reviewed', 'challenged', 'fraud', 'non_fraud')},
      ${counted('bank_approved', 'bank_declined', 'chargebacks', 'refunds')},
      primary key (tenant_id, environment_id, kind, dimension, decision, at, value, currency)
    )`.execute(db);

  // Of rules and clauses that were hit what their report asks for.
  await sql`
    create table report_hit_day (
      ${PLACE},
      dimension integer not null,
      day timestamptz not null,
      value integer not null,
      decided boolean not null,
      -- -1 where the clause or rule did not decide.
      decision smallint not null,
      -- Whether the control share might have let the event pass; false where the clause or rule did not decide.
      controlled boolean not null,
      -- Of an event that was reviewed and has no label, else 0.
      status integer not null,
      currency integer not null,
      ${SUMS},
      ${counted('fraud', 'non_fraud', 'chargebacks')},
      -- Events by the hundred of their score.
      ${sql.raw(Array.from({ length: 10 }, (_, hundred) => `score_${hundred} integer not null`).join(',\n      '))},
      primary key (tenant_id, environment_id, kind, dimension, day, value, decided, decision, controlled, status, currency)
    )`.execute(db);

  for (const table of TABLES) {
    const retained = `retained_${table}`;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`create table ${sql.table(retained)} (like ${sql.table(table)} including all)`.execute(db);
    for (const name of [table, retained]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await isolateTenant(db, name, DERIVED);
    }
  }
  await keepSums(db);
  await fillTotals(db);
};
