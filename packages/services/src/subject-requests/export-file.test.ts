import type { Json } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { zstdCompressSync } from 'node:zlib';
import { subjectExportFile } from './export-file.ts';

const fileOf = async (parts: readonly (readonly Json[] | undefined)[], maxReads = Infinity) => {
  let reads = 0;
  let text = '';
  for await (const piece of subjectExportFile({ requestId: 'r', completedAt: null }, async (part) => {
    reads += 1;
    const entries = reads > maxReads ? undefined : parts[part];
    return entries && zstdCompressSync(Buffer.from(JSON.stringify(entries)));
  }))
    text += piece;
  return JSON.parse(text) as Readonly<Record<string, Json>>;
};

const file = (id: string, base64: string): Json => ({ attachment: { id, base64 } });

describe('the file of an export', () => {
  it('holds each list once, in any order of parts, and once what was written twice', async () => {
    const parts = [
      [
        { kind: 'purchase', eventId: 'a' },
        { kind: 'label', eventId: 'b' },
      ],
      [{ case: { kind: 'purchase', environmentId: 'e', eventId: 'a' } }],
      [{ note: { id: 'n' } }, { savedView: { id: 'v' } }],
      [file('f', 'AA==')],
      [{ note: { id: 'n' } }, { changeRequest: { id: 'c' } }],
      [file('f', 'AA==')],
      [file('g', 'AQ==')],
      [{ uploadedLine: { file: 'x.csv', line: 3 } }, { refusedLine: { file: 'x.csv', line: 4 } }],
      [{ uploadedLine: { file: 'x.csv', line: 5 } }, { lossPrevention: { staff: 's' } }],
      [{ uploadedItem: { file: 'x.csv', ownerId: 'p' } }],
      [{ tillTransaction: { transactionId: 't' } }],
    ];
    expect(await fileOf(parts)).toEqual({
      requestId: 'r',
      completedAt: null,
      events: [
        { kind: 'purchase', eventId: 'a' },
        { kind: 'label', eventId: 'b' },
      ],
      cases: [{ kind: 'purchase', environmentId: 'e', eventId: 'a' }],
      notes: [{ id: 'n' }],
      attachments: [
        { id: 'f', base64: 'AA==' },
        { id: 'g', base64: 'AQ==' },
      ],
      changeRequests: [{ id: 'c' }],
      savedViews: [{ id: 'v' }],
      uploadedLines: [
        { file: 'x.csv', line: 3 },
        { file: 'x.csv', line: 5 },
      ],
      refusedLines: [{ file: 'x.csv', line: 4 }],
      uploadedItems: [{ file: 'x.csv', ownerId: 'p' }],
      lossPrevention: [{ staff: 's' }],
      tillTransactions: [{ transactionId: 't' }],
    });
  });

  it('is whole where nothing was found', async () => {
    expect(await fileOf([])).toMatchObject({ events: [], cases: [], attachments: [] });
  });

  it('breaks off where its parts go away meanwhile', async () => {
    await expect(fileOf([[file('f', 'AA==')]], 2)).rejects.toThrow('part 0 of the export is gone');
  });

  it('is written while its parts are read', async () => {
    const read: number[] = [];
    const pieces = subjectExportFile({}, async (part) => {
      read.push(part);
      return part < 3 ? zstdCompressSync(Buffer.from(JSON.stringify([{ eventId: String(part) }]))) : undefined;
    });
    await pieces.next();
    await pieces.next();
    expect(read).toEqual([0]);
  });
});
