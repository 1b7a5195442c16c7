import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@redoubt/kernel';
import {
  createLog,
  openDatabase,
  readLastPosition,
  saveTenant,
  silentLogger,
  startEmbeddedPostgres,
} from '@redoubt/storage';
import { aPurchase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../testing/run-cli.ts';
import { useInstallation } from '../testing/use-demonstration.ts';

const EVENTS = 30;
const shop = { tenantId: newId(), environmentId: newId() };
let root = '';

/** The data of an installation whose server runs. */
useInstallation('backup', async (made) => {
  ({ root } = made);
  await made.database.inTenant(shop.tenantId, (trx) =>
    saveTenant(trx, { tenantId: shop.tenantId, name: 'Shop', edition: 'Standard' }),
  );
  const log = createLog(made.database);
  await Promise.all(Array.from({ length: EVENTS }, () => log.append(aPurchase(shop))));
  await log.close();
  await writeFile(join(made.dataDirectory, 'installation.key'), 'the key of this installation\n', { mode: 0o600 });
});

const backup = (target: string, data = 'live'): Promise<CliRun> =>
  runCli(['backup', join(root, target)], { dataDirectory: join(root, data) });

const restore = (source: string, data: string): Promise<CliRun> =>
  runCli(['restore', join(root, source)], { dataDirectory: join(root, data) });

describe('redoubt backup and restore', () => {
  it('copy the data of a running server into a new data directory, its key included', async () => {
    expect(await backup('first')).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(new RegExp(`^Backed up ${EVENTS} events, [\\d.]+ MB to `)),
    });
    expect(await restore('first', 'restored')).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(new RegExp(`^Restored ${EVENTS} events`)),
    });
    expect(await readFile(join(root, 'restored', 'installation.key'), 'utf8')).toBe('the key of this installation\n');
    const server = await startEmbeddedPostgres({ dataDirectory: join(root, 'restored'), log: silentLogger });
    const again = await openDatabase({ server, log: silentLogger });
    expect(await again.listTenants()).toEqual([{ tenantId: shop.tenantId, name: 'Shop' }]);
    expect(await readLastPosition(again)).toBe(EVENTS);
    await again.close();
    await server.stop();
    expect(await backup('of a stopped server', 'restored')).toMatchObject({ exitCode: 0 });
  });

  it('overwrite neither data nor a backup', async () => {
    await backup('second');
    expect(await backup('second')).toMatchObject({ exitCode: 1, errors: expect.stringContaining('is not empty') });
    expect(await restore('second', 'live')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining(
        'has tables already, and a restore overwrites nothing; set REDOUBT_DATA to a new directory.',
      ),
    });
    await mkdir(join(root, 'other'));
    await writeFile(join(root, 'other', 'installation.key'), 'another key\n');
    expect(await restore('second', 'other')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('holds the key of another installation'),
    });
  });

  it('say in a sentence what is missing', async () => {
    expect(await backup('third', 'nowhere')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('There is no database in '),
    });
    expect(await restore('nothing', 'new')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('holds no whole backup'),
    });
  });
});

describe('redoubt replay', () => {
  it('says that there is no such event', async () => {
    const run = await runCli(['replay', 'nobody'], { dataDirectory: join(root, 'live') });
    expect(run).toEqual({ output: '', errors: 'There is no assessment nobody in any environment.', exitCode: 1 });
  });
});
