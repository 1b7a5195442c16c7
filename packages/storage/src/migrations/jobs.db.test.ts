import { newId } from '@redoubt/kernel';
import { runAsAdmin, useDatabase } from '@redoubt/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateWithin } from '../installation/migrate.ts';
import { MIGRATIONS } from './index.ts';

const test = useDatabase();
const name = `jobs_${newId().slice(0, 8)}`;
const [tenantId, environmentId, setId] = [newId(), newId(), newId()];
const EARLIER = Object.keys(MIGRATIONS).filter((migration) => migration < '0421' || migration >= '0430');

let client: pg.Client;

/** One of each with work that is open, failed or over, as the tables held it before there were jobs. */
const keepAsBefore = async (): Promise<void> => {
  const place = [tenantId, environmentId];
  await client.query(`insert into tenant (tenant_id, name, edition) values ($1, 'T', 'Standard')`, [tenantId]);
  await client.query(
    `insert into environment (tenant_id, environment_id, name, description, tags, status, kind, device_fingerprinting_id,
       created_by, created_at, changed_by, changed_at)
     values ($1, $2, 'Root', '', '{}', 'Active', 'Sandbox', $2, 'x', now(), 'x', now())`,
    place,
  );
  await client.query(
    `insert into velocity_set (tenant_id, environment_id, set_id, name, name_key, description, active, changed_by, changed_at)
     values ($1, $2, $3, 'Cards', 'cards', '', false, 'x', now())`,
    [...place, setId],
  );
  for (const status of ['waiting', 'running', 'done', 'cancelled', 'failed']) {
    const problem = status === 'failed' ? 'SRV-INTERNAL' : null;
    const values = [...place, newId(), status, problem];
    await client.query(
      `insert into velocity_backfill values ($1, $6, $2, $3, 1, '{}', $4, 7, 20, 10, 5, 2.5, '{}', $5, null, null, 'Mara',
         '2026-01-02', null)`,
      [tenantId, environmentId, setId, status, problem, newId()],
    );
    await client.query(
      `insert into backtest (tenant_id, environment_id, backtest_id, status, problem, assessment, rule_name, condition,
         clauses, baseline, from_time, to_time, cancel_asked, events_total, events_done, started_by, started_at, seen_at)
       values ($1, $2, $3, $4, $5, 'purchase', 'Limit', '', '[]', 'today', now(), now(), $4 = 'running', 8, 3, 'Mara', now(),
         now())`,
      values,
    );
    await client.query(
      `insert into search_attribute (tenant_id, environment_id, attribute_id, status, problem, kind, path, type, created_by,
         created_at, task, events_total, events_done, started_at)
       values ($1, $2, $3, $4, $5, 1, 'tier.' || $4, 'string', 'Mara', now(), case $4 when 'done' then 'remove' else 'fill' end,
         6, 2, now())`,
      values,
    );
  }
  for (const status of ['Pending', 'Processing', 'Failed', 'Complete', 'Cancelled']) {
    await client.query(
      `insert into subject_request (tenant_id, environment_id, request_id, status, type, assessment, property, value_digest,
         awaits_approval, requested_by_id, requested_by, requested_at, due_at)
       values ($1, $2, $3, $4, 'Export', 'builtIn', 'user.userId', 'd', false, 'm', 'Mara', now(), now())`,
      [...place, newId(), status],
    );
  }
  await client.query(
    `insert into subject_request (tenant_id, environment_id, request_id, status, type, assessment, property, value_digest,
       awaits_approval, requested_by_id, requested_by, requested_at, due_at)
     values ($1, $2, $3, 'Pending', 'Delete', 'builtIn', 'user.userId', 'd', true, 'm', 'Mara', now(), now())`,
    [...place, newId()],
  );
};

beforeAll(async () => {
  await runAsAdmin(test.server, 'postgres', `create database ${name} template template0 owner redoubt_owner`);
  const { socketDirectory: host, secrets } = test.server;
  client = new pg.Client({ host, user: 'redoubt_admin', password: secrets.admin, database: name });
  await client.connect();
  await client.query('set role redoubt_owner');
  await client.query('begin');
  await migrateWithin(client, EARLIER);
  await keepAsBefore();
  await migrateWithin(client);
  await client.query('commit');
});
afterAll(async () => {
  await client.end();
  await runAsAdmin(test.server, 'postgres', `drop database ${name} with (force)`);
});

it('an upgrade queues the work that was open, and keeps how the rest ended', async () => {
  const { rows } = await client.query<{ kind: string; states: string[] }>(
    'select kind, array_agg(state order by state) as states from job group by kind order by kind',
  );
  expect(rows).toEqual([
    { kind: 'backtest', states: ['cancelled', 'cancelled', 'done', 'failed', 'queued'] },
    { kind: 'searchFill', states: ['cancelled', 'failed', 'queued', 'queued'] },
    { kind: 'searchRemove', states: ['done'] },
    { kind: 'subjectRequest', states: ['done', 'failed', 'queued', 'queued'] },
    { kind: 'velocityBackfill', states: ['cancelled', 'done', 'failed', 'queued', 'queued'] },
  ]);
  const failed = await client.query(
    `select name, done, total, per_second, problem, asked_by from job where kind = 'velocityBackfill' and state = 'failed'`,
  );
  expect(failed.rows).toEqual([
    { name: 'Cards', done: '10', total: '20', per_second: 2.5, problem: 'SRV-INTERNAL', asked_by: 'Mara' },
  ]);
});

it('a job goes with the thing that it is about', async () => {
  await client.query('delete from velocity_set where set_id = $1', [setId]);
  await client.query('delete from backtest');
  await client.query('delete from subject_request');
  const { rows } = await client.query('select distinct kind from job order by kind');
  expect(rows).toEqual([{ kind: 'searchFill' }, { kind: 'searchRemove' }]);
});
