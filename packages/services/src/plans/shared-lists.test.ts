import { sharedBuffer } from '@redoubt/kernel';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { CHUNK_ROWS, keyIn, valueIn } from '../testing/changing-list.ts';
import type { ListReaderResult, ListReaderStart, PublishedList } from '../testing/list-reader.thread.ts';
import { ListIndex } from './list-index.ts';
import { packChunk, packedOf, type PackedRows, type RowBlock } from './packed-rows.ts';

const ROWS = 20_000;
const VERSIONS = 120;
const READERS = 2;

/** The rows of a content; chunks that no row changed in are those of the content before. */
const createContents = () => {
  const known = new Map<string, RowBlock>();
  return (version: number): PackedRows => {
    const blocks: RowBlock[] = [];
    for (let from = 0; from < ROWS; from += CHUNK_ROWS) {
      const rows = Array.from({ length: CHUNK_ROWS }, (_, at) => [
        keyIn(from + at, version),
        valueIn(from + at, version),
      ]);
      const name = JSON.stringify(rows);
      const block = known.get(name) ?? packChunk(name, rows, sharedBuffer);
      known.set(name, block);
      blocks.push(block);
    }
    return packedOf(blocks);
  };
};

it('are read by two threads while other contents are published, each content whole', async () => {
  const rowsOf = createContents();
  const readers = Array.from({ length: READERS }, () => {
    const { port1, port2 } = new MessageChannel();
    const workerData: ListReaderStart = { port: port2, rows: ROWS, last: VERSIONS };
    const worker = new Worker(new URL('../testing/list-reader.thread.ts', import.meta.url), {
      workerData,
      transferList: [port2],
    });
    return { port: port1, online: once(worker, 'online'), result: once(worker, 'message') };
  });
  await Promise.all(readers.map(({ online }) => online));
  let index = new ListIndex(['key', 'value'], rowsOf(0), null, sharedBuffer);
  await index.warm(['key']);
  for (let version = 0; version <= VERSIONS; version += 1) {
    if (version > 0) index = await index.next(['key', 'value'], rowsOf(version), null);
    expect(index.isReady(['key'])).toBe(true);
    const published: PublishedList = { version, index: index.plain };
    for (const { port } of readers) port.postMessage(published);
    await nextTurn();
  }
  for (const { port, result } of readers) {
    const [{ wrong, lookups, versions }] = (await result) as [ListReaderResult];
    expect(wrong).toEqual([]);
    expect(lookups).toBeGreaterThan(10_000);
    expect(versions).toBe(VERSIONS + 1);
    port.close();
  }
}, 120_000);

it('take no memory in another thread, and share what the content before has', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => [`key ${at}`, 'x']);
  const chunks = Array.from({ length: 50 }, (_, at) => rows.slice(at * 1000, at * 1000 + 1000));
  const blocks = chunks.map((chunk, at) => packChunk(`chunk ${at}`, chunk, sharedBuffer));
  const index = new ListIndex(['key', 'kind'], packedOf(blocks), null, sharedBuffer);
  await index.warm(['key']);
  const sent = structuredClone(index.plain);
  const buffersIn = ({ rows: { blocks: sentBlocks }, byColumn }: typeof sent) => [
    ...sentBlocks.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]),
    ...[...byColumn.values()].flatMap(({ shards }) => shards.map(({ words }) => words.buffer)),
  ];
  for (const buffer of buffersIn(sent)) expect(buffer).toBeInstanceOf(SharedArrayBuffer);
  const changed = packChunk('changed', [['another key', 'y'], ...(chunks[7] ?? []).slice(1)], sharedBuffer);
  const next = await index.next(['key', 'kind'], packedOf(blocks.with(7, changed)), null);
  const former = new Set(buffersIn(index.plain));
  const fresh = new Set(buffersIn(next.plain).filter((buffer) => !former.has(buffer)));
  // The chunk, and the shards of the key that went and the one that came.
  expect(fresh.size).toBeLessThanOrEqual(3);
  const other = ListIndex.from(structuredClone(next.plain));
  expect([
    other.lookup('KEY', ' another KEY', 'kind'),
    other.has('key', 'key 7000'),
    other.has('key', 'key 7001'),
  ]).toEqual(['y', false, true]);
  expect(ListIndex.from(sent).lookup('key', 'key 7000', 'kind')).toBe('x');
});
