import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@redoubt/kernel';
import { digestTables, fillEmptyTables, runAsAdmin, useDatabase } from '@redoubt/testing/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { readTables } from '../backup/contents.ts';
import type { BackupManifest } from '../backup/manifest.ts';
import { checkBackup, restoreBackup } from '../backup/restore.ts';
import { openDatabase } from '../installation/open-database.ts';
import { silentLogger } from '../logger.ts';
import { migrateWithin } from '../installation/migrate.ts';
import { MIGRATIONS } from './index.ts';
import { RELEASED } from './released.ts';

/** Tables that a later migration removes or takes rows from, by the release that had them. Each needs a reason. */
const REDUCED: Readonly<Record<string, readonly string[]>> = { '0.1.0': [] };

/** Tables that an upgrade fills with random numbers. */
const RANDOM: ReadonlySet<string> = new Set(['audit_head', 'audit_link']);

const test = useDatabase();
const place = { tenantId: newId(), environmentId: newId() };
const progress = (): void => undefined;

const asOwner = async (database: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const { socketDirectory: host, secrets } = test.server;
  const client = new pg.Client({ host, user: 'redoubt_owner', password: secrets.owner, database });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

const queryIn =
  (database: string) =>
  <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    runAsAdmin<Row>(test.server, database, text, values);

const tablesOf = async (database: string): Promise<readonly string[]> => {
  let tables: readonly string[] = [];
  await asOwner(database, async (client) => {
    tables = (await readTables(client)).map(({ name }) => name);
  });
  return tables;
};

/** The schema of a release, with a row in every table. */
const makeFormer = async (database: string, migrations: readonly string[]): Promise<void> => {
  await runAsAdmin(test.server, 'postgres', `create database ${database} template template0 owner redoubt_owner`);
  await asOwner(database, async (client) => {
    await client.query('begin');
    await migrateWithin(client, migrations);
    await client.query('commit');
  });
  await fillEmptyTables(queryIn(database), await tablesOf(database), place);
};

/** What a start of this release does. */
const open = async (databaseName: string): Promise<void> => {
  const database = await openDatabase({ server: test.server, databaseName, log: silentLogger });
  await database.close();
};

const versions = Object.keys(RELEASED);

describe.each(versions)('data of %s', (version) => {
  const id = newId().slice(0, 8);
  const [upgraded, restored] = [`upgraded_${id}`, `restored_${id}`];
  const migrations = versions
    .slice(0, versions.indexOf(version) + 1)
    .flatMap((release) => Object.keys(RELEASED[release] ?? {}));
  let root = '';
  let backup: BackupManifest;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'redoubt-upgrade-'));
    await makeFormer(upgraded, migrations);
    const directory = join(root, 'backup');
    backup = await backUp({
      server: test.server,
      databaseName: upgraded,
      directory,
      takenAt: new Date(0),
      progress,
    });
    await open(upgraded);
    await restoreBackup({
      server: test.server,
      databaseName: restored,
      backup: await checkBackup(directory),
      progress,
    });
    await open(restored);
  }, 60_000);
  afterAll(async () => {
    for (const name of [upgraded, restored]) {
      await runAsAdmin(test.server, 'postgres', `drop database if exists ${name} with (force)`);
    }
    await rm(root, { recursive: true, force: true });
  });

  it('has a row in every table before it is upgraded, and the schema of that release', () => {
    expect(backup.migrations).toEqual(migrations);
    expect(backup.tables.filter(({ rows }) => rows === 0)).toEqual([]);
  });

  it('is upgraded by a start, and every row that a table had is there afterwards', async () => {
    const applied = await queryIn(upgraded)<{ name: string }>('select name from schema_migration order by name');
    expect(applied.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS).toSorted());
    const present = await tablesOf(upgraded);
    const kept = backup.tables.filter(({ name }) => !REDUCED[version]?.includes(name));
    expect(kept.filter(({ name }) => !present.includes(name))).toEqual([]);
    const counted = kept.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
    const after = await queryIn(upgraded)<{ name: string; rows: number }>(counted.join(' union all '));
    const rowsOf = new Map(after.map(({ name, rows }) => [name, rows]));
    expect(kept.filter(({ name, rows }) => (rowsOf.get(name) ?? 0) < rows).map(({ name }) => name)).toEqual([]);
  });

  it('in a backup is restored to the same rows', async () => {
    const tables = (await tablesOf(upgraded)).filter((table) => !RANDOM.has(table));
    expect(await digestTables(queryIn(restored), tables)).toEqual(await digestTables(queryIn(upgraded), tables));
  });
});
