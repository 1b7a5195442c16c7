import { PURCHASE_SAMPLE } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { openDatabase, silentLogger, type BackupManifest, type Database } from '@redoubt/storage';
import { digestTables, fillEmptyTables, findEmptyTables, runAsAdmin, useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createRestoredCopy, type RestoredCopy } from '../testing/restored-copy.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { WHOLE_CONFIGURATION } from '../testing/whole-configuration.ts';

const test = useDatabase();

let scene: Scene;
let merchant: Merchant;
let restored: RestoredCopy;
let manifest: BackupManifest;
let copy: Database;
let madeUp: readonly string[] = [];

const queryIn =
  (database: string) =>
  <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    runAsAdmin<Row>(test.server, database, text, values);
const tables = (): readonly string[] => manifest.tables.map(({ name }) => name);

const purchase = (id: string, index: number): JsonObject => ({
  ...PURCHASE_SAMPLE,
  purchaseId: `${id}-${index}`,
  totalAmount: (index * 37) % 130,
  user: {
    ...(PURCHASE_SAMPLE['user'] as JsonObject),
    email: ['blocked@mailbox.example', 'safe@mailbox.example', 'nora@mailbox.example'][index % 3] ?? '',
    country: ['DK', 'TV'][index % 2] ?? '',
  },
});

/** Answers without the ids and times of their own. */
const decisionsOf = async (by: Merchant, id: string): Promise<readonly unknown[]> => {
  const decisions: unknown[] = [];
  for (let index = 0; index < 12; index += 1) {
    const answer = await by.send('Root', 'purchase', purchase(id, index));
    decisions.push(JSON.parse(answer.replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"')));
  }
  return decisions;
};

beforeAll(async () => {
  restored = await createRestoredCopy(test);
  scene = await createScene(test.database, { Root: {}, Attic: {} });
  merchant = await createMerchant(test.database, scene);
  const report = await importFiles(scene.contextIn('Root'), WHOLE_CONFIGURATION, { calls: merchant.calls });
  if (!report.applied) throw new Error(JSON.stringify(report.problems));
  await decisionsOf(merchant, 'before');
  // One backup to learn the tables and the order in which their rows refer to each other.
  manifest = await restored.backUp('order');
  const place = { tenantId: scene.tenantId, environmentId: scene.idOf('Attic') };
  madeUp = await fillEmptyTables(test.asAdmin, tables(), place);
  manifest = await restored.backUp('backup');
  await restored.restore('backup');
}, 240_000);
afterAll(async () => {
  await copy?.close();
  await merchant.close();
  await restored.remove();
});

describe('a backup of a tenant that uses everything', () => {
  it('holds a row of it in every table, the configuration and the events by way of their features', async () => {
    expect(await findEmptyTables(test.asAdmin, tables(), scene.tenantId)).toEqual([]);
    const real = ['list_chunk', 'rule_version', 'plan_unit', 'segment', 'event_search', 'velocity_set_version'];
    expect(real.filter((table) => madeUp.includes(table))).toEqual([]);
    const all = await test.asAdmin<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const left = all.map(({ name }) => name).filter((name) => !tables().includes(name));
    expect(left).toEqual(['schema_migration', 'schema_migration_lock', 'write_probe']);
  });

  it('is restored row by row', async () => {
    expect(await digestTables(queryIn(restored.name), tables())).toEqual(await digestTables(test.asAdmin, tables()));
  });

  it('decides as before, from the same lists, velocities, functions and calls', async () => {
    copy = await openDatabase({ server: test.server, databaseName: restored.name, log: silentLogger });
    const other = await createMerchant(copy, scene);
    const [there, here] = [await decisionsOf(other, 'after'), await decisionsOf(merchant, 'after')];
    await other.close();
    expect(there).toEqual(here);
    expect(new Set(here.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(2);
  }, 60_000);
});
