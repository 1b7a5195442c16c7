import { PURCHASE_SAMPLE } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import {
  openDatabase,
  PROJECTORS,
  resetProjection,
  silentLogger,
  startProjectors,
  type BackupManifest,
  type Database,
} from '@redoubt/storage';
import { digestTables, fillEmptyTables, mergeAll, runAsAdmin, useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '../activity-log/verify-chain.ts';
import { importFiles } from '../testing/import-files.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createRestoredCopy, type RestoredCopy } from '../testing/restored-copy.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { WHOLE_CONFIGURATION } from '../testing/whole-configuration.ts';

const test = useDatabase();

let scene: Scene;
let other: Scene;
let merchant: Merchant;
let otherMerchant: Merchant;
let moved: RestoredCopy;
let whole: BackupManifest;
let manifest: BackupManifest;
let copy: Database;
let merged = 0;

const inCopy = <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  runAsAdmin<Row>(test.server, moved.name, text, values);

/** Tables with rows of tenants, which is all but those of the installation. */
const ofTenants = (): readonly string[] =>
  whole.tables.filter(({ columns }) => columns.includes('tenant_id')).map(({ name }) => name);

const decisionsOf = async (by: Merchant, id: string): Promise<readonly unknown[]> => {
  const decisions: unknown[] = [];
  for (let index = 0; index < 9; index += 1) {
    const user = { ...(PURCHASE_SAMPLE['user'] as JsonObject), country: ['DK', 'TV'][index % 2] ?? '' };
    const body = { ...PURCHASE_SAMPLE, purchaseId: `${id}-${index}`, totalAmount: (index * 37) % 130, user };
    const answer = await by.send('Root', 'purchase', body);
    decisions.push(JSON.parse(answer.replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"')));
  }
  return decisions;
};

beforeAll(async () => {
  moved = await createRestoredCopy(test);
  scene = await createScene(test.database, { Root: {}, Attic: {} });
  other = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
  otherMerchant = await createMerchant(test.database, other);
  const report = await importFiles(scene.contextIn('Root'), WHOLE_CONFIGURATION, { calls: merchant.calls });
  if (!report.applied) throw new Error(JSON.stringify(report.problems));
  // Positions of the log belong to one tenant and the other in turn, and the last ones to the other.
  for (const round of ['one', 'two']) {
    await decisionsOf(merchant, round);
    await decisionsOf(otherMerchant, round);
  }
  const projectors = startProjectors(test.database);
  await projectors.caughtUp();
  await projectors.close();
  merged = await mergeAll(test.database);
  whole = await moved.backUp('everything');
  const place = { tenantId: scene.tenantId, environmentId: scene.idOf('Attic') };
  await fillEmptyTables(
    test.asAdmin,
    whole.tables.map(({ name }) => name),
    place,
  );
  manifest = await moved.backUp('tenant', { id: scene.tenantId, name: 'Scene' });
  await moved.restore('tenant');
  copy = await openDatabase({ server: test.server, databaseName: moved.name, log: silentLogger });
}, 240_000);
afterAll(async () => {
  await copy?.close();
  await merchant.close();
  await otherMerchant.close();
  await moved.remove();
});

describe('a package of one tenant', () => {
  it('says for every table what it takes: the rows of the tenant, or what it needs of the installation', () => {
    const taken = manifest.tables.map(({ name }) => name);
    const left = whole.tables.map(({ name }) => name).filter((name) => !taken.includes(name));
    expect(left.toSorted()).toEqual(['installation_key', 'velocity_snapshot', 'velocity_snapshot_part']);
    const ofInstallation = taken.filter((name) => !ofTenants().includes(name));
    expect(ofInstallation.toSorted()).toEqual(['commit_batch', 'projection_state', 'segment_merge', 'stream']);
    expect(manifest.tables.filter(({ name, rows }) => ofTenants().includes(name) && rows === 0)).toEqual([]);
  });

  it('holds every row of that tenant and none of another', async () => {
    expect(await digestTables(inCopy, ofTenants())).toEqual(
      await digestTables(test.asAdmin, ofTenants(), scene.tenantId),
    );
    const tenants = await inCopy<{ id: string }>('select distinct unnest(tenant_ids)::text as id from commit_batch');
    expect(tenants).toEqual([{ id: scene.tenantId }]);
    expect(await copy.listTenants()).toHaveLength(1);
  });

  it('holds merged segments and how far they are merged, not how many events of all tenants', async () => {
    expect(merged).toBeGreaterThan(1);
    const places = await inCopy(
      'select position > 0 as placed, events::int, bytes_before::int as bytes, after_environment as behind from segment_merge',
    );
    expect(places).toEqual([{ placed: true, events: 0, bytes: 0, behind: null }]);
  });

  it('gives the same projections when they are built again from the log', async () => {
    const tables = PROJECTORS.flatMap((projector) => projector.tables);
    const rebuiltFrom = async (database: Database, query: typeof inCopy, tenantId?: string) => {
      for (const projector of PROJECTORS) await resetProjection(database, projector);
      const projectors = startProjectors(database);
      await projectors.caughtUp();
      await projectors.close();
      return digestTables(query, tables, tenantId);
    };
    const here = await rebuiltFrom(test.database, test.asAdmin, scene.tenantId);
    expect(await rebuiltFrom(copy, inCopy)).toEqual(here);
  }, 60_000);

  it('keeps the chain of the activity log, entry by entry', async () => {
    const [here, there] = [await verifyChain(test.database, scene.tenantId), await verifyChain(copy, scene.tenantId)];
    expect(there).toEqual(here);
    expect(there.sequence).toBeGreaterThan(0);
  });

  it('decides as before, from the same lists, velocities, functions and calls', async () => {
    const there = await createMerchant(copy, scene);
    const answers = [await decisionsOf(there, 'after'), await decisionsOf(merchant, 'after')];
    await there.close();
    expect(answers[0]).toEqual(answers[1]);
    expect(new Set(answers[0]?.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(1);
  }, 60_000);
});
