import * as contracts from '@redoubt/contracts';
import { UPLOAD_CHUNK_BYTES } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { crc32 } from 'node:zlib';
import type { ConsoleApp } from '../../testing/console-app.ts';
import type { SceneTenant } from '../../testing/scene.ts';
import { useConsole } from '../../testing/use-console.ts';

const db = useDatabase();
let consoleApp: ConsoleApp;
let tenant: SceneTenant;

useConsole(db, (made) => ({ consoleApp, tenant } = made));

const editor = () => consoleApp.personWith(tenant, 'AllAreasEditor');

const here = () => ({ environmentId: tenant.environmentId });

const HEADER = 'purchaseId,time,totalAmount\n';
/** More than one chunk of the largest size. */
const FILE = HEADER + 'order-1,2025-03-01T10:00:00Z,12.50\n'.repeat(Math.ceil(UPLOAD_CHUNK_BYTES / 30));

describe('uploads over HTTP', () => {
  it('take a file in chunks of the largest size, and answer as the contract says until it is deleted', async () => {
    const created = await editor().call(contracts.createUpload, {
      params: here(),
      body: { dataSet: 'purchases', name: 'history.csv', sizeBytes: FILE.length },
    });
    const one = { ...here(), uploadId: created.id };
    for (let offset = 0; offset < FILE.length; offset += UPLOAD_CHUNK_BYTES) {
      const body = FILE.slice(offset, offset + UPLOAD_CHUNK_BYTES);
      await editor().call(contracts.sendUploadChunk, { params: one, query: { offset, crc32: crc32(body) }, body });
    }
    const { format, mapping } = await editor().call(contracts.getUpload, { params: one });
    expect(format?.columns).toEqual(['purchaseId', 'time', 'totalAmount']);
    const mapped = await editor().call(contracts.mapUpload, { params: one, body: { hasHeader: true, mapping } });
    expect(mapped.mappingProblems).toEqual([]);
    const checking = await editor().call(contracts.checkUpload, { params: one });
    expect(checking).toMatchObject({ state: 'checking', actions: ['cancel'], work: { done: 0 } });
    expect(await editor().call(contracts.cancelUpload, { params: one })).toMatchObject({
      state: 'mapping',
      work: null,
    });
    expect(await editor().call(contracts.getUploadErrors, { params: one, query: {} })).toBe(
      'line,column,code,reason,purchaseId,time,totalAmount\r\n',
    );
    expect((await editor().call(contracts.getUploads, { params: here() })).uploads).toHaveLength(1);
    await editor().call(contracts.deleteUpload, { params: one });
    expect(await editor().call(contracts.getUploads, { params: here() })).toEqual({ uploads: [], canWrite: true });
  });

  it('refuse a chunk that is too long, and say where a file goes on', async () => {
    const { id } = await editor().call(contracts.createUpload, {
      params: here(),
      body: { dataSet: 'purchases', name: 'history.csv', sizeBytes: FILE.length },
    });
    const params = { ...here(), uploadId: id };
    const send = (offset: number, body: string) =>
      editor().send(contracts.sendUploadChunk, { params, query: { offset, crc32: crc32(body) }, body });
    expect((await send(0, FILE)).statusCode).toBe(413);
    const ahead = await send(5, HEADER);
    expect(ahead.statusCode).toBe(409);
    expect(contracts.problem.parse(ahead.json())).toMatchObject({
      code: 'UPLOAD-OFFSET',
      params: { receivedBytes: 0 },
    });
  });

  it('are closed to viewers', async () => {
    const viewer = consoleApp.personWith(tenant, 'AllAreasViewer');
    expect((await viewer.send(contracts.getUploads, { params: here() })).statusCode).toBe(403);
  });
});
