import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, digestTables, mergeAll, runAsAdmin, useDatabase } from '@redoubt/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../installation/open-database.ts';
import { silentLogger } from '../logger.ts';
import { saveTenant } from '../environments/environment.repository.ts';
import { readEvent } from '../events/event-detail.read-model.ts';
import { createLog, type Log } from '../log/log.ts';
import { startProjectors, type Projectors } from '../projections/runner/projectors.ts';
import { PROJECTORS } from '../projections/every-projector.ts';
import { resetProjection } from '../projections/projector.ts';
import { backUp } from './back-up.ts';
import { checkFiles, manifestFile, readManifest, tableFile, type BackupManifest } from './manifest.ts';
import { checkBackup, restoreBackup } from './restore.ts';

const TAKEN_AT = new Date(Date.UTC(2026, 2, 14, 10));
const progress = (): void => undefined;

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };
const restored: string[] = [];
let root = '';
let directory = '';
let log: Log;
let projectors: Projectors;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-backup-'));
  await test.database.inTenant(shop.tenantId, (trx) =>
    saveTenant(trx, { tenantId: shop.tenantId, name: 'Shop', edition: 'Standard' }),
  );
  log = createLog(test.database);
  projectors = startProjectors(test.database, log);
});
beforeEach(() => {
  directory = join(root, newId());
});
afterAll(async () => {
  await log.close();
  await projectors.close();
  for (const name of restored) await test.asAdmin(`drop database if exists ${name} with (force)`);
  await rm(root, { recursive: true, force: true });
});

const append = async (count: number, prefix: string): Promise<void> => {
  const events = Array.from({ length: count }, (_, index) => {
    const eventId = `${prefix}-${index}`;
    if (index % 3 !== 0) return aPurchase(shop, { eventId }, { amount: index, clause: `\\N\t${index}\n` });
    const body = { statusType: 'Approved', note: 'tab\tnull \\N' };
    return aRelatedEvent(shop, 'purchaseStatus', { purchaseId: `${prefix}-${index + 1}`, body });
  });
  await Promise.all(events.map((event) => log.append(event)));
};

const back = () => backUp({ server: test.server, databaseName: test.name, directory, takenAt: TAKEN_AT, progress });

const restoreInto = async (databaseName: string): Promise<void> =>
  restoreBackup({ server: test.server, databaseName, backup: await checkBackup(directory), progress });

/** A database of the same server that is dropped after the tests. */
const newDatabaseName = (): string => {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  restored.push(name);
  return name;
};

const queryIn =
  (database: string) =>
  <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    runAsAdmin<Row>(test.server, database, text);

const digestsOf = async (database: string) => {
  const { tables } = await readManifest(directory);
  return digestTables(
    queryIn(database),
    tables.map(({ name }) => name),
  );
};

const open = (databaseName: string): Promise<Database> =>
  openDatabase({ server: test.server, databaseName, log: silentLogger });

describe('a backup', () => {
  it('brings back the log, merged in part, and every projection as they were, and the restored database takes events', async () => {
    await append(100, 'quiet');
    await append(100, 'later');
    await projectors.caughtUp();
    expect(await mergeAll(test.database)).toBeGreaterThan(0);
    await append(200, 'last');
    await projectors.caughtUp();
    const manifest = await back();
    const name = newDatabaseName();
    await restoreInto(name);
    expect(manifest).toMatchObject({ position: 400, takenAt: TAKEN_AT.toISOString() });
    expect(manifest.tables.find(({ name: table }) => table === 'event_search')?.rows).toBeGreaterThan(0);
    expect(await digestsOf(name)).toEqual(await digestsOf(test.name));

    const database = await open(name);
    const next = createLog(database);
    expect(await next.append(aPurchase(shop, { eventId: 'next' }))).toEqual({ position: 401 });
    expect(await next.append(aPurchase(shop, { eventId: 'quiet-1' }))).toHaveProperty('duplicateOf');
    const merged = await readEvent(database, { ...shop, kind: 'purchase', eventId: 'later-1' });
    expect(merged?.request).toMatchObject({ purchaseId: 'later-1' });
    await next.close();
    await database.close();
  });

  it('taken while events come in is of one moment: its projections are what its log gives', async () => {
    let stop = false;
    const sending = (async () => {
      for (let round = 0; !stop; round += 1) await append(50, `busy-${round}`);
    })();
    while ((await projectors.lag()).search === 0) await append(20, newId());
    const manifest = await back();
    stop = true;
    await sending;
    const name = newDatabaseName();
    await restoreInto(name);
    const [count] = await queryIn(name)<{ events: number; last: number }>(
      `select sum(event_count)::int as events, max(first_position + event_count - 1)::int as last from commit_batch`,
    );
    expect(count).toEqual({ events: manifest.position, last: manifest.position });

    const projected = PROJECTORS.flatMap(({ tables }) => tables);
    const database = await open(name);
    const catchUp = startProjectors(database);
    await catchUp.caughtUp();
    const carriedOn = await digestTables(queryIn(name), projected);
    for (const projector of PROJECTORS) await resetProjection(database, projector);
    await catchUp.close();
    const rebuilding = startProjectors(database);
    await rebuilding.caughtUp();
    expect(await digestTables(queryIn(name), projected)).toEqual(carriedOn);
    await rebuilding.close();
    await database.close();
  }, 60_000);

  it('keeps row-level security forced on every table it filled', async () => {
    await back();
    const name = newDatabaseName();
    await restoreInto(name);
    const forced = (database: string) =>
      queryIn(database)('select relname from pg_class where relforcerowsecurity order by relname');
    expect(await forced(name)).toEqual(await forced(test.name));
  });

  it('overwrites nothing: neither a directory nor a database with tables', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'mine.txt'), 'keep');
    await expect(back()).rejects.toThrow(/is not empty; name a new directory/);
    expect(await readFile(join(directory, 'mine.txt'), 'utf8')).toBe('keep');
    directory = join(root, newId());
    await back();
    await expect(restoreInto(test.name)).rejects.toThrow(/has tables already, and a restore overwrites nothing/);
  });

  it('that is not whole is refused before anything is made', async () => {
    await expect(restoreInto(newDatabaseName())).rejects.toThrow(/holds no whole backup: its manifest.json is missing/);
    await back();
    await appendFile(tableFile(directory, 'segment'), 'x');
    await expect(restoreInto(newDatabaseName())).rejects.toThrow(/segment.copy.zst is damaged or missing/);
    await rm(tableFile(directory, 'segment'));
    await expect(restoreInto(newDatabaseName())).rejects.toThrow(/segment.copy.zst is damaged or missing/);
  });

  it.each([
    ['the middle', 0.5],
    ['its last byte', 1],
  ] as const)('with a bit turned over in %s of a file is refused before anything is made', async (_place, share) => {
    await back();
    const file = tableFile(directory, 'event_identity');
    const bytes = await readFile(file);
    const at = Math.ceil((bytes.length - 1) * share);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const name = newDatabaseName();
    await expect(restoreInto(name)).rejects.toThrow(/event_identity.copy.zst is damaged or missing/);
    expect(await test.asAdmin(`select 1 from pg_database where datname = '${name}'`)).toEqual([]);
  });

  it('of a newer release is refused', async () => {
    const manifest = await back();
    const newer = { ...manifest, migrations: [...manifest.migrations, '9999-tomorrow'] };
    await writeFile(manifestFile(directory), JSON.stringify(newer));
    await expect(restoreInto(newDatabaseName())).rejects.toThrow(/written by a newer release of Redoubt/);
  });

  it('of a build before the first release is refused before anything is made, and stays as it was', async () => {
    const manifest = await back();
    const text = JSON.stringify({ ...manifest, migrations: ['0001-foundation', '0002-log'] });
    await writeFile(manifestFile(directory), text);
    const name = newDatabaseName();
    await expect(restoreInto(name)).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringMatching(
        /^The backup was written by a build of Redoubt before 0\.1\.0, .* nothing was changed\./,
      ),
    });
    expect(await test.asAdmin(`select 1 from pg_database where datname = '${name}'`)).toEqual([]);
    expect(await readFile(manifestFile(directory), 'utf8')).toBe(text);
    await expect(checkFiles(directory, manifest)).resolves.toBeUndefined();
  });

  it('that is stopped on its way in leaves nothing behind, so that it can be restored again', async () => {
    await back();
    const databaseName = newDatabaseName();
    const stop = new AbortController();
    const stopAt = (table: string): void => {
      if (table === 'segment') stop.abort();
    };
    const backup = await checkBackup(directory);
    const first = { server: test.server, databaseName, backup, progress: stopAt, stop: stop.signal };
    await expect(restoreBackup(first)).rejects.toThrow(/aborted/);
    const left = `select relname from pg_class where relnamespace = 'public'::regnamespace
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(await queryIn(databaseName)(left)).toEqual([]);
    await restoreInto(databaseName);
    expect(await digestsOf(databaseName)).toEqual(await digestsOf(test.name));
  });

  it('can be taken of, and restored into, a PostgreSQL of the operator', async () => {
    const names = { from: newDatabaseName(), to: newDatabaseName() };
    await restoreSample(names.from);
    const url = (database: string): string =>
      `postgresql://backup_owner:secret@${encodeURIComponent(test.server.socketDirectory)}/${database}`;
    await test.asAdmin(`do $$ begin create role backup_owner login createrole password 'secret';
      exception when duplicate_object then null; end $$`);
    for (const group of ['redoubt_app', 'redoubt_ingest']) {
      await test.asAdmin(`grant ${group} to backup_owner with admin option`);
    }
    await test.asAdmin(`create database ${names.to} owner backup_owner`);
    const server = { kind: 'external', url: url(names.to) } as const;
    await restoreBackup({ server, backup: await checkBackup(directory), progress });
    expect(await digestsOf(names.to)).toEqual(await digestsOf(names.from));

    const first = directory;
    directory = join(root, newId());
    const again = await backUp({ server, directory, takenAt: TAKEN_AT, progress });
    const rowsOf = ({ tables }: BackupManifest) => tables.map(({ name, rows }) => [name, rows]);
    expect(rowsOf(again)).toEqual(rowsOf(await readManifest(first)));
  });

  const restoreSample = async (name: string): Promise<void> => {
    await back();
    await restoreInto(name);
  };
});
