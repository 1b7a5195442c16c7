import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from '../0001-schema/privileges.ts';
import { fillAnswers } from './fill.ts';

/** Sums that name no person stay when their environment is purged. */
const keepSums = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('purge_environment_rows(uuid, integer)'::regprocedure) as definition`.execute(db);
  const before = rows[0]?.definition ?? '';
  const after = before.replace(',report_hit_day,', ',report_hit_day,report_chargeback_day,');
  if (after === before) throw new Error('purge_environment_rows does not name the tables that it keeps');
  await sql.raw(after).execute(db);
};

/** What banks said of the events that rules hit, and chargebacks by the day of their arrival. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const prefix of ['', 'retained_']) {
    const columns = ['bank_approved', 'bank_declined'].flatMap((name) => [
      `add column ${name} integer not null default 0`,
      `add column ${name}_units bigint not null default 0`,
    ]);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql.raw(`alter table ${prefix}report_hit_day ${columns.join(', ')}`).execute(db);
  }
  // Events whose chargeback was not reversed, by how long the first one took to arrive.
  await sql`
    create table report_chargeback_day (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      day timestamptz not null,
      chargeback_after smallint not null,
      decision smallint not null,
      currency integer not null,
      label smallint not null,
      status integer not null,
      bank smallint not null,
      refunded boolean not null,
      events integer not null,
      -- In units of 1e-4 of the currency.
      amount_units bigint not null,
      primary key (tenant_id, environment_id, kind, day, chargeback_after, decision, currency, label, status, bank, refunded)
    )`.execute(db);
  await sql`create table retained_report_chargeback_day (like report_chargeback_day including all)`.execute(db);
  await isolateTenant(db, 'report_chargeback_day', DERIVED);
  await isolateTenant(db, 'retained_report_chargeback_day', DERIVED);
  await keepSums(db);
  await fillAnswers(db);
};
