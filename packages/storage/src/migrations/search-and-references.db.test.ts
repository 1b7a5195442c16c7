import { newId } from '@redoubt/kernel';
import { runAsAdmin, useDatabase } from '@redoubt/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateWithin } from '../installation/migrate.ts';
import { MIGRATIONS } from './index.ts';

const test = useDatabase();
const name = `before_${newId().slice(0, 8)}`;
const [tenantId, environmentId, ruleId] = [newId(), newId(), newId()];
const LATER = new Set(['0375-search-attributes', '0390-references', '0415-field-fills', '0423-search-jobs']);
const EARLIER = Object.keys(MIGRATIONS).filter((migration) => !LATER.has(migration));
const AT = '2026-01-02T03:04:05.678Z';

const OWN = { nights: [2, 7], when: [1_767_225_600_000], hotel: ['12'], member: [true] };
const CALLED = {
  environmentId,
  name: 'Amounts',
  properties: ['twice'],
  takes: ['Double'],
  reads: [{ name: 'twice', type: 'Double', fallback: 0 }],
};
/** As texts that were published before signatures were kept. */
const OLDER = { environmentId, name: 'Older', properties: [] };

const keepAsBefore = async (client: pg.Client): Promise<void> => {
  await client.query(`insert into tenant (tenant_id, name, edition) values ($1, 'T', 'Standard')`, [tenantId]);
  await client.query(
    `insert into environment (tenant_id, environment_id, name, description, tags, status, kind, device_fingerprinting_id,
       created_by, created_at, changed_by, changed_at)
     values ($1, $2, 'Root', '', '{}', 'Active', 'Sandbox', $2, 'x', now(), 'x', now())`,
    [tenantId, environmentId],
  );
  await client.query(
    `insert into event_search (tenant_id, environment_id, position, kind, event_id, event_time, received_at, historical,
       decision, fraud_label, own)
     values ($1, $2, 1, 10000, 'e', $3, $3, false, 'Approve', 'None', $4)`,
    [tenantId, environmentId, AT, JSON.stringify(OWN)],
  );
  for (const [field, values] of Object.entries(OWN)) {
    if (field === 'member') continue;
    for (const value of values) {
      await client.query('insert into event_attribute values ($1, $2, 10000, $3, $4, $5, 1)', [
        tenantId,
        environmentId,
        field,
        String(value),
        AT,
      ]);
    }
  }
  await client.query(
    `insert into rule (tenant_id, rule_id, environment_id, assessment, name, name_key, description, active,
       published_version, order_index, changed_by, changed_at)
     values ($1, $2, $3, 'purchase', 'R', 'r', '', true, 2, 1, 'x', now())`,
    [tenantId, ruleId, environmentId],
  );
  for (const version of [1, 2]) {
    await client.query(
      `insert into rule_version (tenant_id, rule_id, rule_version, condition, clauses, sample_payload, content_hash, lists,
         velocities, functions, published_by, published_at, note)
       values ($1, $2, $3, '', '[]', '{}', 'h', '[]', '[]', $4, 'x', now(), '')`,
      [tenantId, ruleId, version, JSON.stringify(version === 1 ? [{ ...CALLED, name: 'Former' }] : [CALLED, OLDER])],
    );
  }
};

let client: pg.Client;

beforeAll(async () => {
  await runAsAdmin(test.server, 'postgres', `create database ${name} template template0 owner redoubt_owner`);
  const { socketDirectory: host, secrets } = test.server;
  client = new pg.Client({ host, user: 'redoubt_admin', password: secrets.admin, database: name });
  await client.connect();
  await client.query('set role redoubt_owner');
  await client.query('begin');
  await migrateWithin(client, EARLIER);
  await keepAsBefore(client);
  await migrateWithin(client);
  await client.query('commit');
});

afterAll(async () => {
  await client?.end();
  await runAsAdmin(test.server, 'postgres', `drop database if exists ${name} with (force)`);
});

describe('an upgrade', () => {
  it('keeps every value that search led to an event by, numbers as numbers, and adds yes-or-no values', async () => {
    const { rows } = await client.query<{ field: string; value: string; number: number | null }>(
      'select field, value, number from event_attribute order by field, value',
    );
    expect(rows).toEqual([
      { field: 'hotel', value: '12', number: null },
      { field: 'member', value: 'true', number: null },
      { field: 'nights', value: '2', number: 2 },
      { field: 'nights', value: '7', number: 7 },
      { field: 'when', value: '1767225600000', number: 1_767_225_600_000 },
    ]);
  });

  it('keeps functions as they were when the rule that runs was published', async () => {
    const { rows } = await client.query(
      'select reader_kind, reader_id, kind, read_environment_id, name_key, parts, signature from resource_reference',
    );
    const { takes, reads } = CALLED;
    expect(rows).toEqual([
      {
        reader_kind: 'rule',
        reader_id: ruleId,
        kind: 'function',
        read_environment_id: environmentId,
        name_key: 'amounts',
        parts: ['twice'],
        signature: { takes, reads },
      },
    ]);
  });

  it('forgets what a rule reads as the rule is deleted', async () => {
    await client.query('delete from rule where rule_id = $1', [ruleId]);
    const { rowCount } = await client.query('select from resource_reference');
    expect(rowCount).toBe(0);
  });
});
