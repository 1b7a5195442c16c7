import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@redoubt/kernel';
import {
  newOperatorKey,
  openPackageKeys,
  readHashingKeys,
  unlockInstallation,
  type InstallationKeys,
} from '@redoubt/services';
import {
  createLog,
  openDatabase,
  readLastPosition,
  saveTenant,
  silentLogger,
  startEmbeddedPostgres,
  type SealedKeys,
} from '@redoubt/storage';
import { aPurchase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../testing/run-cli.ts';
import { useInstallation } from '../testing/use-demonstration.ts';

const PACKAGE_KEY = newOperatorKey();
const [shop, other] = [
  { tenantId: newId(), environmentId: newId() },
  { tenantId: newId(), environmentId: newId() },
];
let root = '';
let keys: InstallationKeys;
let exported: CliRun;

useInstallation('tenant', async (made) => {
  ({ root } = made);
  for (const [{ tenantId }, name] of [[shop, 'Shop'] as const, [other, 'Other'] as const])
    await made.database.inTenant(tenantId, (trx) => saveTenant(trx, { tenantId, name, edition: 'Standard' }));
  const key = newOperatorKey();
  await writeFile(join(made.dataDirectory, 'installation.key'), `${key}\n`, { mode: 0o600 });
  keys = await unlockInstallation(made.database, { key });
  const log = createLog(made.database);
  for (let round = 0; round < 5; round += 1) {
    await log.append(aPurchase(shop));
    await log.append(aPurchase(other));
  }
  await log.close();
});

const run = (words: readonly string[], data: string, packageKey = PACKAGE_KEY): Promise<CliRun> =>
  runCli(['tenant', ...words], {
    dataDirectory: join(root, data),
    variables: packageKey === '' ? {} : { REDOUBT_PACKAGE_KEY: packageKey },
  });
const exportTo = (folder: string, tenant = 'Shop', packageKey = PACKAGE_KEY) =>
  run(['export', tenant, join(root, folder)], 'live', packageKey);
const importFrom = (folder: string, data: string, packageKey = PACKAGE_KEY) =>
  run(['import', join(root, folder)], data, packageKey);

beforeAll(async () => {
  exported = await exportTo('package');
});

describe('redoubt tenant', () => {
  it('moves a tenant beside a running server into an installation of its own', async () => {
    expect(exported).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Exported Shop: \d+ rows, /) });
    expect(await importFrom('package', 'moved')).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(
        /^Imported Shop: \d+ rows, .*\n0 secrets were sealed with a key of this installation/,
      ),
    });
    const server = await startEmbeddedPostgres({ dataDirectory: join(root, 'moved'), log: silentLogger });
    const database = await openDatabase({ server, log: silentLogger });
    expect(await database.listTenants()).toEqual([{ tenantId: shop.tenantId, name: 'Shop' }]);
    expect(await readLastPosition(database)).toBe(10);
    const key = (await readFile(join(root, 'moved', 'installation.key'), 'utf8')).trim();
    const own = await unlockInstallation(database, { key });
    expect(keys.hashing).not.toBe(own.hashing);
    const hashing = await readHashingKeys(database, own);
    expect(hashing.of(shop.tenantId)).toBe(keys.hashing);
    expect([hashing.installation, hashing.of(newId())]).toEqual([own.hashing, own.hashing]);
    expect(own.sealing.slice(1)).toEqual(keys.sealing);
    expect(keys.sealing).not.toContain(own.sealing[0]);
    expect(own.shared).toEqual({});
    const log = createLog(database);
    expect(await log.append(aPurchase(shop))).toEqual({ position: 11 });
    await log.close();
    await database.close();
    await server.stop();
    const verified = await runCli(['audit', 'verify'], { dataDirectory: join(root, 'moved') });
    expect(verified).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Shop: .*as they were written/) });
  }, 120_000);

  it('takes along what a tenant is hashed with when it moves again', async () => {
    expect(await run(['export', 'Shop', join(root, 'again')], 'moved')).toMatchObject({ exitCode: 0 });
    const sealed = JSON.parse(await readFile(join(root, 'again', 'keys.json'), 'utf8')) as SealedKeys;
    expect(openPackageKeys(sealed, PACKAGE_KEY)?.hashing).toBe(keys.hashing);
    expect(await importFrom('again', 'third')).toMatchObject({ exitCode: 0 });
  }, 120_000);

  it('leaves no key in the clear in a package', async () => {
    const text = await readFile(join(root, 'package', 'keys.json'), 'utf8');
    for (const secret of [keys.hashing, ...keys.sealing, PACKAGE_KEY]) expect(text).not.toContain(secret);
  });

  it('needs the key of the package, a tenant that is there, and an installation without data', async () => {
    expect(await exportTo('short', 'Shop', 'too short')).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('Give REDOUBT_PACKAGE_KEY, 32 characters or more'),
    });
    expect(await exportTo('unknown', 'Nowhere')).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('There is no tenant Nowhere; there are '),
    });
    expect(await importFrom('package', 'wrong', newOperatorKey())).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('REDOUBT_PACKAGE_KEY does not open '),
    });
    expect(await importFrom('package', 'live')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('has tables already'),
    });
    expect(await exportTo('package')).toMatchObject({ exitCode: 1, errors: expect.stringContaining('is not empty') });
  });

  it('and redoubt restore take only what was written for them', async () => {
    const restore = await runCli(['restore', join(root, 'package')], { dataDirectory: join(root, 'restored') });
    expect(restore).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('holds the tenant Shop alone; bring it in with "redoubt tenant import".'),
    });
    await runCli(['backup', join(root, 'everything')], { dataDirectory: join(root, 'live') });
    expect(await importFrom('everything', 'restored')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('holds a backup of every tenant'),
    });
    await exportTo('half');
    await rm(join(root, 'half', 'keys.json'));
    expect(await importFrom('half', 'restored')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('so the package is not whole; export the tenant again.'),
    });
    await writeFile(join(root, 'half', 'keys.json'), '{');
    expect(await importFrom('half', 'restored')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('keys.json is damaged'),
    });
  });
});
