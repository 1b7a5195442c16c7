import { Readable } from 'node:stream';
import { crc32, gzipSync } from 'node:zlib';
import { UPLOAD_CHUNK_BYTES } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { expireUploads, PROJECTORS, resetProjection, startProjectors } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentContext } from '../context.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { attemptOnce, workOff } from '../testing/jobs.ts';
import { sweepUploads, uploadedLines } from '../subject-requests/subject-uploads.ts';
import { createUploadChecks } from './check-upload.job.ts';
import { createUploadImports, type UploadImports } from './import-upload.job.ts';
import { createUploadUndos } from './undo-upload.job.ts';
import {
  cancelUpload,
  checkUpload,
  createUpload,
  deleteUpload,
  mapUpload,
  processUpload,
  sendUploadChunk,
  undoUpload,
} from './uploads.commands.ts';
import { getUploadErrors, getUpload, getUploads } from './uploads.queries.ts';

const test = useDatabase();
const HASHES = { hashEventId: ({ eventId }: { eventId: string }) => `hash of ${eventId}` };
let scene: Scene;
let merchant: Merchant;
let context: EnvironmentContext;
let files = 0;

const place = () => ({ database: test.database, clock: scene.clock });
const check = () => workOff(place(), createUploadChecks(place()));
const store = (service: UploadImports['service'] = merchant.service) =>
  workOff(place(), createUploadImports({ ...place(), service }));
const takeBack = async () => {
  await merchant.projected();
  await workOff(place(), createUploadUndos({ ...place(), keys: HASHES }));
};

const HEADER = 'purchaseId,time,totalAmount,currency,userId,email';
/** A file of purchases with ids of its own. */
const rowsOf = (count: number, file = `f${(files += 1)}`): readonly string[] =>
  Array.from({ length: count }, (_, at) => {
    const day = String((at % 28) + 1).padStart(2, '0');
    return `${file}-${at + 1},2025-03-${day}T10:00:00Z,${at + 10}.50,EUR,user-${at % 7},user${at % 7}@mail.example`;
  });
const csvOf = (rows: readonly string[]): Buffer => Buffer.from([HEADER, ...rows, ''].join('\n'));

const sendFrom = (id: string, offset: number, chunk: Buffer, sum = crc32(chunk)) =>
  sendUploadChunk(context, id, { offset, crc32: sum, stream: Readable.from([chunk]) });

const send = async (
  content: Buffer,
  dataSet: 'purchases' | 'labels' = 'purchases',
  chunkBytes = UPLOAD_CHUNK_BYTES,
) => {
  const { id } = await createUpload(context, { dataSet, name: 'history.csv', sizeBytes: content.length });
  for (let offset = 0; offset < content.length; offset += chunkBytes) {
    await sendFrom(id, offset, content.subarray(offset, offset + chunkBytes));
  }
  return id;
};

const stored = async (): Promise<readonly { event_id: string; correlation: string }[]> => {
  await merchant.projected();
  return test.asAdmin(`select event_id from event_search where tenant_id = '${scene.tenantId}' order by event_id`);
};

beforeAll(async () => {
  scene = await createScene(test.database, { Shop: {} });
  merchant = await createMerchant(test.database, scene);
  context = scene.contextIn('Shop');
  await merchant.refresh();
});
beforeEach(async () => {
  for (const { id } of (await getUploads(context)).uploads) await deleteUpload(context, id);
});

describe('sending a file', () => {
  it('takes it in pieces, proposes what its columns are, and shows its first lines', async () => {
    const id = await send(csvOf(rowsOf(20)), 'purchases', 300);
    const upload = await getUpload(context, id);
    expect(upload).toMatchObject({
      state: 'mapping',
      format: { delimiter: ',', encoding: 'utf-8', isPacked: false, columns: HEADER.split(',') },
      mappingProblems: [],
      actions: ['map', 'check', 'delete'],
    });
    expect(upload.firstRows).toHaveLength(20);
    expect(upload.mapping).toContainEqual({ field: '_metadata.merchantTimeStamp', source: { column: 'time' } });
    expect(upload.mapping).toContainEqual({ field: 'merchantLocalDate', source: { column: 'time' } });
    expect(upload.mapping).toContainEqual({ field: 'user.email', source: { column: 'email' } });
  });

  it('takes the mapping of an earlier file of the same kind, and of no other', async () => {
    const earlier = await send(csvOf(rowsOf(2)));
    const mapping = [{ field: 'purchaseId', source: { column: 'userId' } }];
    await mapUpload(context, earlier, { hasHeader: true, mapping });
    const content = csvOf(rowsOf(3));
    const file = { dataSet: 'purchases', name: 'next.csv', sizeBytes: content.length, mappingOf: earlier } as const;
    const { id } = await createUpload(context, file);
    await sendFrom(id, 0, content);
    expect((await getUpload(context, id)).mapping).toEqual(mapping);
    await expect(createUpload(context, { ...file, dataSet: 'labels' })).rejects.toMatchObject({
      code: 'UPLOAD-UNKNOWN',
    });
  });

  it('goes on where it was, and says where that is', async () => {
    const content = csvOf(rowsOf(5));
    const { id } = await createUpload(context, { dataSet: 'purchases', name: 'a.csv', sizeBytes: content.length });
    const first = content.subarray(0, 100);
    await sendFrom(id, 0, first);
    await expect(sendFrom(id, 0, first)).rejects.toMatchObject({
      code: 'UPLOAD-OFFSET',
      params: { receivedBytes: 100 },
    });
    expect(await getUpload(context, id)).toMatchObject({
      receivedBytes: 100,
      lastPart: { startByte: 0, bytes: 100, crc32: crc32(first) },
    });
    await expect(sendFrom(id, 100, content.subarray(100), 7)).rejects.toMatchObject({ code: 'UPLOAD-DAMAGED' });
    await expect(sendFrom(id, 100, Buffer.alloc(content.length))).rejects.toMatchObject({ code: 'UPLOAD-TOO-LARGE' });
    expect(await sendFrom(id, 100, content.subarray(100))).toMatchObject({ state: 'mapping' });
    await expect(sendFrom(id, 0, first)).rejects.toMatchObject({ code: 'UPLOAD-STATE' });
  });

  it.each([
    ['a damaged packed file', gzipSync(csvOf(rowsOf(50))).subarray(0, 60), 'UPLOAD-GZIP'],
    ['bytes that are no text', Buffer.from([1, 0, 2, 0, 3, 0, 255, 254]), 'UPLOAD-ENCODING'],
    ['lines of nothing', Buffer.from('\n\n\n'), 'UPLOAD-EMPTY'],
    ['too many columns', Buffer.from(`${'a,'.repeat(600)}b\n`), 'UPLOAD-COLUMNS'],
  ])('refuses %s', async (_what, content, problem) => {
    const id = await send(content);
    expect(await getUpload(context, id)).toMatchObject({ state: 'failed', problem });
  });

  it('names the fields that a mapping leaves out, and checks nothing before they are there', async () => {
    const id = await send(Buffer.from('a;b\n1;2\n'));
    const upload = await getUpload(context, id);
    expect(upload.format?.delimiter).toBe(';');
    expect(upload.mappingProblems.map(({ field }) => field)).toEqual([
      'purchaseId',
      'merchantLocalDate',
      '_metadata.merchantTimeStamp',
    ]);
    await expect(checkUpload(context, id)).rejects.toMatchObject({ code: 'UPLOAD-MAPPING' });
    const wrong = [
      { field: 'purchaseId', source: { column: 'nothing' } },
      { field: 'totalAmount', source: { constant: 'many' } },
      { field: 'colour', source: { column: 'a' } },
    ];
    const mapped = await mapUpload(context, id, { hasHeader: true, mapping: wrong });
    expect(mapped.mappingProblems).toEqual(
      expect.arrayContaining([
        { field: 'purchaseId', code: 'unknownColumn' },
        { field: 'totalAmount', code: 'value' },
        { field: 'colour', code: 'unknownField' },
      ]),
    );
    const without = await mapUpload(context, id, { hasHeader: false, mapping: [] });
    expect(without.format?.columns).toEqual(['Column 1', 'Column 2']);
    expect(without.firstRows).toHaveLength(2);
  });
});

/** Events that reports of the tenant count. */
const reported = async (): Promise<number> => {
  const [row] = await test.asAdmin<{ events: number }>(
    `select coalesce(sum(events), 0)::int as events from report_day where tenant_id = '${scene.tenantId}'`,
  );
  return row?.events ?? 0;
};

const rebuildReports = async (): Promise<void> => {
  for (const projector of PROJECTORS.filter(({ name }) => name === 'reports')) {
    await resetProjection(test.database, projector);
  }
  const projectors = startProjectors(test.database);
  await projectors.caughtUp();
  await projectors.close();
};

describe('a file with wrong lines', () => {
  it('is checked, its wrong lines listed, the others stored, and taken back', async () => {
    const good = rowsOf(200);
    const bad = [
      'x-1,2025-03-01T10:00:00Z,ten,EUR,u,e@mail.example',
      'x-2,yesterday,1,EUR,u,e@mail.example',
      'x-3,2025-03-01T10:00:00Z,1,EUR,u',
      'x-4,2025-03-01T10:00:00Z,1,EUR,4111111111111111,e@mail.example',
      'x-5,2025-03-01T10:00:00Z,1,EUR,"a"b,e@mail.example',
      ',2025-03-01T10:00:00Z,1,EUR,u,e@mail.example',
    ];
    const before = await stored();
    const reportedBefore = await reported();
    const id = await send(gzipSync(csvOf([...good.slice(0, 100), ...bad, ...good.slice(100)])));
    await checkUpload(context, id);
    await check();
    const checked = await getUpload(context, id);
    expect(checked).toMatchObject({ state: 'ready', rows: 206, refused: 6, stored: 0 });
    expect(checked.refusals).toEqual([
      { reason: 'cardNumber', lines: 1 },
      { reason: 'cells', lines: 2 },
      { reason: 'event', lines: 1 },
      { reason: 'value', lines: 2 },
    ]);
    expect(checked.firstRefusals.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [102, 'totalAmount', 'value'],
      [103, 'time', 'value'],
      [104, null, 'cells'],
      [105, 'userId', 'cardNumber'],
      [106, null, 'cells'],
      [107, 'purchaseId', 'event'],
    ]);
    const masked = await getUpload({ ...context, maskedEnvironments: new Set([context.environmentId]) }, id);
    const cells = ['x-9', 'xxxxxxxxx', '9', 'xxx', 'x', 'x@xxxx.xxxxxxx'];
    const problem = { code: 'cellDateTime', params: { column: 'time', cell: 'xxxxxxxxx' } };
    expect(masked.firstRefusals[1]).toMatchObject({ message: 'value', problem, cells });
    const errors = (await getUploadErrors(context, id, {})).split('\r\n');
    expect(errors[0]).toBe(`line,column,code,reason,${HEADER}`);
    expect(errors[1]).toBe(
      '102,totalAmount,cellNumber,"column totalAmount holds ""ten"", which is not a number (digits, with a point before decimals)",x-1,2025-03-01T10:00:00Z,ten,EUR,u,e@mail.example',
    );
    expect(errors.join('\n')).not.toContain('4111111111111111');
    const german = (await getUploadErrors(context, id, { language: 'de-DE' })).split('\r\n');
    expect(german.slice(1, 7).map((each) => each.split(',').slice(0, 3).join(' '))).toEqual([
      '102 totalAmount cellNumber',
      '103 time cellDateTime',
      '104  lineCells',
      '105 userId cardNumber',
      '106  lineQuotes',
      '107 purchaseId valueMissing',
    ]);
    expect(german[6]).toContain('$.purchaseId ist erforderlich');
    await test.asAdmin(`update upload_refusal set problem = null where upload_id = '${id}' and line = 107`);
    const old = (await getUploadErrors(context, id, { language: 'de-DE' })).split('\r\n');
    expect(old[6]).toMatch(/^107,purchaseId,event,\$\.purchaseId is required,/);

    await processUpload(context, id);
    await store();
    expect(await getUpload(context, id)).toMatchObject({
      state: 'succeeded',
      stored: 200,
      repeated: 0,
      actions: ['undo', 'delete'],
    });
    expect(await stored()).toHaveLength(before.length + 200);
    expect(await reported()).toBe(reportedBefore + 200);
    const parts = await test.asAdmin(`select part from upload_part where upload_id = '${id}'`);
    expect(parts).toEqual([]);

    await undoUpload(context, id);
    await takeBack();
    expect(await getUpload(context, id)).toMatchObject({ state: 'undone', undone: 200, actions: ['delete'] });
    expect(await stored()).toHaveLength(before.length);
    expect(await reported()).toBe(reportedBefore);
    await rebuildReports();
    expect(await reported()).toBe(reportedBefore);
  });

  it('leaves what was there before, and what others told about its events', async () => {
    const rows = rowsOf(30, 'mixed');
    await merchant.send('Shop', 'purchase', {
      purchaseId: 'mixed-1',
      merchantLocalDate: '2025-03-01T10:00:00Z',
      totalAmount: 5,
      _metadata: { trackingId: 't', merchantTimeStamp: '2025-03-01T10:00:00Z' },
    });
    const id = await send(csvOf(rows));
    await checkUpload(context, id);
    await check();
    await processUpload(context, id);
    await store();
    expect(await getUpload(context, id)).toMatchObject({ stored: 29, repeated: 1 });
    await merchant.send('Shop', 'chargeback', { chargebackId: 'c-1', purchaseId: 'mixed-2', status: 'Accepted' });
    await undoUpload(context, id);
    await takeBack();
    expect(await getUpload(context, id)).toMatchObject({ state: 'undone', undone: 29 });
    const ids = (await stored()).map(({ event_id }) => event_id).filter((each) => each.startsWith('mixed'));
    expect(ids).toEqual(['mixed-1']);
    const related = await test.asAdmin(`select subject_id from related_event where subject_id = 'mixed-2'`);
    expect(related).toHaveLength(1);
  });
});

describe('storing a file', () => {
  it('goes on after a node that died, and counts nothing twice', async () => {
    const id = await send(csvOf(rowsOf(200)));
    await checkUpload(context, id);
    await check();
    await processUpload(context, id);
    let left = 100;
    // The node dies with lines stored that it did not write down.
    const dying: UploadImports['service'] = {
      resolveOpen: (...of) => merchant.service.resolveOpen(...of),
      record: (...of) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('the node died')) : merchant.service.record(...of);
      },
    };
    const run = createUploadImports({ ...place(), service: dying }).run;
    const stop = new AbortController();
    await expect(
      attemptOnce(place(), 'uploadImport', (job) => run(job, { signal: stop.signal, report: () => undefined })),
    ).rejects.toThrow('the node died');
    expect(await getUpload(context, id)).toMatchObject({ doneRows: 64, stored: 64 });
    await test.asAdmin(`update job set state = 'queued', claim_id = null, node = null, heartbeat_at = null`);
    await store();
    expect(await getUpload(context, id)).toMatchObject({ state: 'succeeded', stored: 200, repeated: 0, doneRows: 200 });
  });

  it('stops and goes on, and what was stored until then can be taken back', async () => {
    const id = await send(csvOf(rowsOf(100)));
    await checkUpload(context, id);
    await check();
    await processUpload(context, id);
    await expect(deleteUpload(context, id)).rejects.toMatchObject({ code: 'UPLOAD-STATE' });
    expect(await cancelUpload(context, id)).toMatchObject({
      state: 'ready',
      actions: ['map', 'check', 'process', 'delete'],
    });
    await processUpload(context, id);
    await store();
    expect(await getUpload(context, id)).toMatchObject({ state: 'succeeded', stored: 100 });
  });

  it('of later events is not undone: what they replaced is not kept', async () => {
    const lines = ['id,type,source,time', 'mixed-1,PURCHASE,ManualReview,2025-04-01T10:00:00Z', ''].join('\n');
    const id = await send(Buffer.from(lines), 'labels');
    await mapUpload(context, id, {
      hasHeader: true,
      mapping: [
        { field: 'labelObjectId', source: { column: 'id' } },
        { field: 'labelObjectType', source: { column: 'type' } },
        { field: 'labelSource', source: { column: 'source' } },
        { field: '_metadata.merchantTimeStamp', source: { column: 'time' } },
        { field: 'isFraud', source: { constant: 'true' } },
      ],
    });
    await checkUpload(context, id);
    await check();
    await processUpload(context, id);
    await store();
    expect(await getUpload(context, id)).toMatchObject({ state: 'succeeded', stored: 1, actions: ['delete'] });
    await expect(undoUpload(context, id)).rejects.toMatchObject({ code: 'UPLOAD-STATE' });
  });
});

describe('what people may ask for', () => {
  it('leaves no copy of a person who is erased, in files that wait and in refused lines', async () => {
    const waiting = await send(csvOf(rowsOf(7)));
    const others = await send(Buffer.from(`${HEADER}\no-1,2025-03-01T10:00:00Z,1,EUR,somebody,other@mail.example\n`));
    const wrong = await send(Buffer.from(`${HEADER}\no-2,never,1,EUR,user-3,user3@mail.example\n`));
    await checkUpload(context, wrong);
    await check();
    const asked = [scene.tenantId, [scene.idOf('Shop')], 'user3@mail.example'] as const;
    const lines = await uploadedLines(test.database, ...asked);
    expect(JSON.stringify(lines)).toContain('"uploadedLine"');
    expect(JSON.stringify(lines)).toContain('"refusedLine"');
    await sweepUploads(test.database, scene.clock, ...asked);
    expect(await getUpload(context, waiting)).toMatchObject({ state: 'failed', problem: 'UPLOAD-GONE', firstRows: [] });
    expect(await getUpload(context, wrong)).toMatchObject({ state: 'failed', refusals: [] });
    expect(await getUpload(context, others)).toMatchObject({ state: 'mapping' });
    expect(await uploadedLines(test.database, ...asked)).toEqual([]);
  });

  it('keeps a file for thirty days, and the record of what was stored', async () => {
    const forgotten = await send(csvOf(rowsOf(3)));
    const done = await send(csvOf(rowsOf(3)));
    await checkUpload(context, done);
    await check();
    await processUpload(context, done);
    await store();
    const at = new Date(Date.now() + 31 * DAY_MS);
    await test.database.inTenant(scene.tenantId, (trx) => expireUploads(trx, at));
    const left = (await getUploads(context)).uploads.map(({ id }) => id);
    expect(left).toEqual([done]);
    expect(left).not.toContain(forgotten);
  });

  it('shows the form of cells to those who see masks', async () => {
    const id = await send(csvOf(rowsOf(1)));
    const masked = { ...context, maskedEnvironments: new Set([scene.idOf('Shop')]) };
    const [row] = (await getUpload(masked, id)).firstRows;
    expect(row?.at(-1)).toBe('xxxx9@xxxx.xxxxxxx');
  });
});
