import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { up } from './index.ts';

const test = useDatabase();

it('puts the cells of a country together, and leaves those of clauses alone', async () => {
  const tenantId = newId();
  const cell = (
    dimension: number,
    value: number,
    score: number,
    controlled: boolean,
    decision: number,
    events: number,
  ) =>
    test.asAdmin(
      `insert into report_dimension_day values ($1, $1, 1, $2, '2026-03-04', $3, false, $4, $5, $6, 7, 0, 0, 0, false,
         false, $7, $7 * 100)`,
      [tenantId, dimension, value, decision, score, controlled, events],
    );
  await cell(1, 10, -1, false, 0, 1);
  await cell(1, 10, 3, false, 0, 2);
  await cell(1, 10, 3, true, 0, 4);
  await cell(1, 10, 3, true, 1, 8);
  await cell(1, 11, 3, true, 0, 16);
  await cell(2, 10, 3, false, 0, 32);
  await cell(2, 10, 4, false, 0, 64);
  const { socketDirectory: host, secrets } = test.server;
  const pool = new pg.Pool({ host, user: 'redoubt_owner', password: secrets.owner, database: test.name });
  const owner = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  await owner.transaction().execute(up);
  await owner.destroy();
  expect(
    await test.asAdmin(
      `select dimension, value, score, controlled, decision, events, amount_units::integer as units
         from report_dimension_day where tenant_id = $1 order by events`,
      [tenantId],
    ),
  ).toEqual([
    { dimension: 1, value: 10, score: -1, controlled: false, decision: 0, events: 7, units: 700 },
    { dimension: 1, value: 10, score: -1, controlled: false, decision: 1, events: 8, units: 800 },
    { dimension: 1, value: 11, score: -1, controlled: false, decision: 0, events: 16, units: 1600 },
    { dimension: 2, value: 10, score: 3, controlled: false, decision: 0, events: 32, units: 3200 },
    { dimension: 2, value: 10, score: 4, controlled: false, decision: 0, events: 64, units: 6400 },
  ]);
});
