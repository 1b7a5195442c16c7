import { newId } from '@redoubt/kernel';
import { runAsAdmin, useDatabase } from '@redoubt/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../installation/open-database.ts';
import { silentLogger } from '../logger.ts';
import { migrateWithin } from '../installation/migrate.ts';
import { listContentHash, type ListRow } from '../lists/list-chunks.ts';
import { readListRows, writeListRows } from '../lists/list-content.repository.ts';
import { findList } from '../lists/list.repository.ts';
import { MIGRATIONS } from './index.ts';

const test = useDatabase();
const name = `before_${newId().slice(0, 8)}`;
const [tenantId, environmentId, listId] = [newId(), newId(), newId()];
const EARLIER = Object.keys(MIGRATIONS).filter((migration) => migration !== '0385-shared-list-chunks');

const rowsOf = (version: number): ListRow[] =>
  Array.from({ length: 3000 }, (_, row) => [
    `key ${row}`,
    row === 1500 ? `changed ${version}` : 'same "text" \u{1F600}',
  ]);

let database: Database;

/** Three contents as they were kept before: every one whole, 500 rows a chunk. */
const keepAsBefore = async (client: pg.Client): Promise<void> => {
  await client.query(`insert into tenant (tenant_id, name, edition) values ($1, 'T', 'Standard')`, [tenantId]);
  await client.query(
    `insert into environment (tenant_id, environment_id, name, description, tags, status, kind, device_fingerprinting_id,
       created_by, created_at, changed_by, changed_at)
     values ($1, $2, 'Root', '', '{}', 'Active', 'Sandbox', $2, 'x', now(), 'x', now())`,
    [tenantId, environmentId],
  );
  await client.query(
    `insert into list (tenant_id, list_id, environment_id, name, name_key, description, content_version, changed_by, changed_at)
     values ($1, $2, $3, 'Zones', 'ZONES', '', 3, 'x', now())`,
    [tenantId, listId, environmentId],
  );
  for (const version of [1, 2, 3]) {
    await client.query(
      `insert into list_version (tenant_id, list_id, content_version, columns, row_count, size_bytes, content_hash,
         active_from_position, origin, uploaded_by, uploaded_at)
       values ($1, $2, $3, '{key,value}', 3000, 99, 'before', 0, 'edit', 'x', now())`,
      [tenantId, listId, version],
    );
    const rows = rowsOf(version);
    for (let first = 0; first < rows.length; first += 500) {
      await client.query('insert into list_chunk values ($1, $2, $3, $4, $5)', [
        tenantId,
        listId,
        version,
        first + 1,
        JSON.stringify(rows.slice(first, first + 500)),
      ]);
    }
  }
};

beforeAll(async () => {
  await runAsAdmin(test.server, 'postgres', `create database ${name} template template0 owner redoubt_owner`);
  const { socketDirectory: host, secrets } = test.server;
  const client = new pg.Client({ host, user: 'redoubt_admin', password: secrets.admin, database: name });
  await client.connect();
  try {
    await client.query('set role redoubt_owner');
    await client.query('begin');
    await migrateWithin(client, EARLIER);
    await keepAsBefore(client);
    await migrateWithin(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
  database = await openDatabase({ server: test.server, databaseName: name, log: silentLogger });
});

afterAll(async () => {
  await database?.close();
  await runAsAdmin(test.server, 'postgres', `drop database if exists ${name} with (force)`);
});

describe('contents that were kept whole', () => {
  it('hold the same rows afterwards, and share what is equal', async () => {
    await database.inTenant(tenantId, async (trx) => {
      for (const contentVersion of [1, 2, 3]) {
        expect(await readListRows(trx, { listId, contentVersion })).toEqual(rowsOf(contentVersion));
      }
      const versions = await trx.selectFrom('list_version').select('chunks').execute();
      const kept = await trx.selectFrom('list_chunk').select('chunk_hash').execute();
      const [first] = versions;
      expect(first?.chunks.length).toBeGreaterThan(3);
      expect(kept.length).toBeLessThanOrEqual((first?.chunks.length ?? 0) + 2 * 2);
    });
  });

  it('are cut and named as an upload of the same rows is', async () => {
    await database.inTenant(tenantId, async (trx) => {
      const { columns = [], contentHash } = (await findList(trx, environmentId, listId)) ?? {};
      const { hashes } = await writeListRows(trx, tenantId, listId, rowsOf(3));
      expect(contentHash).toBe(listContentHash({ columns, expiryColumn: null }, hashes));
    });
  });
});
