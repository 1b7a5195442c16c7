import { sampleFile, type RetailSet } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';
import { beginLossSync } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { workOff } from '../testing/jobs.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createUploadChecks } from './check-upload.job.ts';
import { createUploadImports } from './import-upload.job.ts';
import { mapUpload } from './uploads.commands.ts';
import { getUploads } from './uploads.queries.ts';
import { disconnectLossFiles, putLossConnection, startLossSync } from './loss-connection.commands.ts';
import { getLossConnection } from './loss-connection.queries.ts';
import { getLossReport } from '../loss-prevention/loss-prevention.queries.ts';
import { createLossPreventionScores } from '../loss-prevention/score-months.job.ts';
import { createLossPreventionSyncs } from './sync-folder.job.ts';

const test = useDatabase();
const SETS: readonly RetailSet[] = ['retailTransactions', 'retailSales', 'retailPayments', 'retailPaymentMethods'];
const never = {
  record: () => Promise.reject(new Error('no event')),
  resolveOpen: () => Promise.reject(new Error('no event')),
};

let directory: string;
let scene: Scene;
let context: EnvironmentContext;
let folder: string;

const place = () => ({ database: test.database, clock: scene.clock });
const look = (of: string | null = directory) =>
  workOff(place(), createLossPreventionSyncs({ ...place(), directory: of }));
const sync = async () => {
  await look();
  await workOff(place(), createUploadChecks(place()));
  await workOff(place(), createUploadImports({ ...place(), service: never }));
  return getLossConnection(context, directory);
};
const again = async () => {
  scene.clock.advance(1000);
  await startLossSync(context, directory);
  return sync();
};
/** Puts a file there that rested for a while. */
const put = async (name: string, content: string | Buffer, ageMs = HOUR_MS): Promise<void> => {
  await writeFile(join(folder, name), content);
  const at = new Date(scene.clock.now() - ageMs);
  await utimes(join(folder, name), at, at);
};
const patterns = (of: Partial<Record<RetailSet, string>>) =>
  SETS.map((set) => ({ set, pattern: of[set] ?? '', mappingOf: 'names' as const }));
const connect = (of: Partial<Record<RetailSet, string>> = { retailTransactions: 'tills-*' }) =>
  putLossConnection(context, directory, { frequency: 'hour', sets: patterns(of) });

const HEADER = 'transactionId,receiptDate,staffId,terminalId,storeId,kind,currency,netAmount';
const line = (id: string, kind = 'sale') => `${id},2026-03-14T10:00:00Z,E1,T1,S1,${kind},EUR,10`;
const csv = (...lines: string[]) => [HEADER, ...lines, ''].join('\n');

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-tills-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));
beforeEach(async () => {
  scene = await createScene(test.database, { Shop: {} });
  context = scene.contextIn('Shop');
  folder = join(directory, context.tenantId, context.environmentId);
});

describe('a connection with a folder', () => {
  it('takes files of all four kinds, packed ones too, and has them scored', async () => {
    await connect({
      retailTransactions: 'tills-*.csv',
      retailSales: 'lines-*.gz',
      retailPayments: 'payments.csv',
      retailPaymentMethods: 'methods.csv',
    });
    await put('tills-1.csv', sampleFile('retailTransactions'));
    await put('lines-1.gz', gzipSync(sampleFile('retailSales')));
    await put('payments.csv', sampleFile('retailPayments'));
    await put('methods.csv', sampleFile('retailPaymentMethods'));
    await put('notes.txt', 'nothing');
    const { syncs, state, nextSyncAt } = await sync();
    expect(syncs).toMatchObject([{ state: 'success', files: 4, stored: 4, refused: 0, waiting: 0, problem: null }]);
    expect(state).toBe('connected');
    expect(Date.parse(nextSyncAt ?? '')).toBe(scene.clock.now() + HOUR_MS);
    await workOff(place(), createLossPreventionScores(place()));
    expect(await getLossReport(context, {})).toMatchObject({ from: '2026-03', terminal: { members: 1 } });
  });

  it('takes a file once, again where its content changed, and not where only its time did', async () => {
    await connect();
    await put('tills-1.csv', csv(line('a')));
    await sync();
    scene.clock.advance(HOUR_MS);
    expect((await sync()).syncs[0]).toMatchObject({ state: 'success', files: 0, stored: 0 });
    await put('tills-1.csv', csv(line('a')));
    expect((await again()).syncs[0]).toMatchObject({ files: 0 });
    await put('tills-1.csv', csv(line('a'), line('b')));
    expect((await again()).syncs[0]).toMatchObject({ files: 1, stored: 1, repeated: 1 });
    expect((await getUploads(context)).uploads).toHaveLength(2);
  });

  it('leaves a file alone that is still written, and looks again soon', async () => {
    await connect();
    await put('tills-1.csv', csv(line('a')), 5000);
    const { syncs, nextSyncAt } = await sync();
    expect(syncs[0]).toMatchObject({ state: 'success', files: 0, waiting: 1 });
    expect(Date.parse(nextSyncAt ?? '')).toBe(scene.clock.now() + 300_000);
    scene.clock.advance(300_000);
    expect((await sync()).syncs[0]).toMatchObject({ files: 1, stored: 1, waiting: 0 });
  });

  it('counts refused lines, and leaves a file to a person whose mapping is not whole or whose lines are all wrong', async () => {
    await connect();
    await put('tills-1.csv', csv(line('a'), line('b', 'gift'), line('c')));
    expect((await sync()).syncs[0]).toMatchObject({ state: 'success', stored: 2, refused: 1 });
    await put('tills-2.csv', 'id,when\n1,2026-03-14\n');
    await put('tills-3.csv', csv(line('d', 'gift')));
    await put('tills-4.csv', Buffer.from([0xff, 0x00, 0x01, 0x0a]));
    const { syncs, state } = await again();
    expect(state).toBe('error');
    expect(syncs[0]).toMatchObject({ state: 'failed', files: 3, resting: 3, stored: 0, problem: 'UPLOAD-ENCODING' });
    const states = (await getUploads(context)).uploads.map(({ name, state: each }) => `${name} ${each}`);
    expect(states.toSorted()).toEqual([
      'tills-1.csv succeeded',
      'tills-2.csv mapping',
      'tills-3.csv ready',
      'tills-4.csv failed',
    ]);
  });

  it('reads files by the mapping of an earlier one, and keeps it where nothing else is said', async () => {
    await connect();
    await put('tills-1.csv', 'A,B,C,D,E,F,G,H\nx,2026-03-14,E1,T1,S1,sale,EUR,1\n');
    await sync();
    const [upload] = (await getUploads(context)).uploads;
    const fields = HEADER.split(',').map((field, at) => ({ field, source: { column: 'ABCDEFGH'[at] ?? '' } }));
    await mapUpload(context, upload?.id ?? '', { hasHeader: true, mapping: fields });
    const like = (mappingOf: string) =>
      putLossConnection(context, directory, {
        frequency: 'day',
        sets: [{ set: 'retailTransactions', pattern: 'tills-*', mappingOf }],
      });
    expect((await like(upload?.id ?? '')).sets).toEqual([
      { set: 'retailTransactions', pattern: 'tills-*', mappedFields: 8 },
    ]);
    expect((await like('kept')).sets).toMatchObject([{ mappedFields: 8 }]);
    await put('tills-2.csv', 'A,B,C,D,E,F,G,H\ny,2026-03-14,E1,T1,S1,sale,EUR,1\n');
    expect((await again()).syncs[0]).toMatchObject({ files: 1, stored: 1 });
    await expect(like(context.environmentId)).rejects.toMatchObject({ code: 'UPLOAD-UNKNOWN' });
  });

  it('follows no link, neither to a file nor as the folder itself', async () => {
    await connect();
    const secret = join(directory, 'secret.csv');
    await writeFile(secret, csv(line('stolen')));
    await symlink(secret, join(folder, 'tills-link.csv'));
    await mkdir(join(folder, 'tills-folder'));
    expect((await sync()).syncs[0]).toMatchObject({ state: 'success', files: 0 });
    const elsewhere = join(directory, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'tills-1.csv'), csv(line('stolen')));
    await rm(folder, { recursive: true });
    await symlink(elsewhere, folder);
    expect((await again()).syncs[0]).toMatchObject({ state: 'failed', problem: 'LOSS-FOLDER', files: 0 });
    await rm(folder);
  });

  it('says why nothing was taken: no directory, no folder, a name that cannot be kept', async () => {
    await connect();
    await look(null);
    expect((await getLossConnection(context, null)).syncs[0]).toMatchObject({ problem: 'LOSS-FILES-OFF' });
    await rm(folder, { recursive: true });
    expect((await again()).syncs[0]).toMatchObject({ state: 'failed', problem: 'LOSS-FOLDER' });
    await mkdir(folder);
    await put(`tills-${'x'.repeat(200)}`, csv(line('a')));
    await put('tills-1.csv', csv(line('a')));
    expect((await again()).syncs[0]).toMatchObject({ state: 'failed', problem: 'LOSS-FILE-NAME', files: 1, stored: 1 });
    await expect(
      putLossConnection(context, null, { frequency: 'day', sets: patterns({ retailSales: '*' }) }),
    ).rejects.toMatchObject({ code: 'LOSS-FILES-OFF' });
    await expect(connect({})).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });

  it('goes on where its node died, without half of a file', async () => {
    await connect();
    await put('tills-1.csv', csv(line('a')));
    const at = new Date(scene.clock.now());
    const id = await test.database.inTenant(scene.tenantId, (trx) =>
      beginLossSync(trx, context, { id: context.environmentId, at }),
    );
    await test.asAdmin(
      `insert into data_upload (tenant_id, upload_id, environment_id, data_set, name, size_bytes, state, mapping, sync_id,
         created_by, created_at, changed_at)
       values ($1, gen_random_uuid(), $2, 'retailTransactions', 'half', 10, 'uploading', '[]', $3, 'Redoubt', now(), now())`,
      [scene.tenantId, context.environmentId, id],
    );
    expect((await sync()).syncs).toMatchObject([{ id, files: 1, stored: 1 }]);
    expect((await getUploads(context)).uploads.map(({ name }) => name)).toEqual(['tills-1.csv']);
  });

  it('ends where it is disconnected, and begins again where it is connected', async () => {
    await connect();
    await sync();
    expect(await disconnectLossFiles(context, directory)).toMatchObject({ state: 'disconnected', nextSyncAt: null });
    await put('tills-1.csv', csv(line('a')));
    scene.clock.advance(24 * HOUR_MS);
    expect((await sync()).syncs).toHaveLength(1);
    await expect(startLossSync(context, directory)).rejects.toMatchObject({ code: 'LOSS-NOT-CONNECTED' });
    await expect(disconnectLossFiles(context, directory)).rejects.toMatchObject({ code: 'LOSS-NOT-CONNECTED' });
    await connect();
    expect((await sync()).syncs[0]).toMatchObject({ files: 1, stored: 1 });
    const log = await test.asAdmin<{ operation: string }>(
      `select operation from audit_entry where tenant_id = $1 and resource_type = 'LossPrevention' order by at, operation`,
      [scene.tenantId],
    );
    expect(log.map(({ operation }) => operation).toSorted()).toEqual(['Create', 'Deactivate', 'Update']);
  });

  it('is of one environment, and shows no path to those who may not upload', async () => {
    const other = await createScene(test.database, { Shop: {} });
    await connect();
    expect((await getLossConnection(other.contextIn('Shop'), directory)).state).toBe('none');
    const reader = { ...context, capabilities: new Set<never>() };
    expect(await getLossConnection(reader as unknown as EnvironmentContext, directory)).toMatchObject({
      canWrite: false,
      folder: null,
      state: 'connected',
    });
  });
});
