import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { listKey } from '@redoubt/domain';
import { sharedBuffer, systemClock } from '@redoubt/kernel';
import { createTenantSourceLoader, ListStore, type ListRequest, type SharedList } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { ListThreadFigures, ListThreadStart } from './list-memory.thread.ts';
import { keysOfLongList, lookupNs, publishLongList } from './lists.ts';
import { heapMb } from './measure/heap.ts';
import type { Machine } from './measure/machine.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { appendFigures } from './measure/result-table.ts';

export type ListMemoryFigures = {
  readonly rowsMb: number;
  readonly keysMb: number;
  /** Of the heap of this thread. */
  readonly heapMb: number;
  readonly lookupNs: number;
  /** A map of the same keys folded, to numbers of rows. */
  readonly mapMb: number;
  readonly mapNs: number;
  readonly thread: ListThreadFigures;
  /** Time that handing the list over takes the thread that has it. */
  readonly sendMs: number;
};

const bytesOf = (buffers: Iterable<ArrayBufferLike>): number =>
  [...new Set(buffers)].reduce((sum, { byteLength }) => sum + byteLength, 0) / 1e6;

const measure = async (database: Database): Promise<ListMemoryFigures> => {
  const { context } = await publishLongList(database);
  const { tenantId, environmentId } = context;
  const keys = keysOfLongList();
  const store = new ListStore(sharedBuffer);
  let request: ListRequest = { tenantId, named: [], missing: [] };
  const load = createTenantSourceLoader(database, systemClock, (scope, named) => {
    request = { tenantId, named, missing: named.map(({ hash }) => hash) };
    return store.read(scope, named);
  });
  const before = heapMb();
  const { plans } = await load.plans(tenantId);
  const lists = plans
    .find((plan) => plan.environmentId === environmentId)
    ?.levels.at(-1)
    ?.lists(0);
  if (!lists) throw new Error('the environment has no plan');
  const after = heapMb();
  const ns = lookupNs((key) => lists.lookup('Customers', 'Key', key, 'R'), keys);

  const shared: readonly SharedList[] = await store.share({ database, tenantId }, 0, request);
  const [{ index } = { index: undefined }] = shared.filter((each) => each.index.columns.includes('R'));
  if (index === undefined) throw new Error('the list is not shared');
  const start: ListThreadStart = { tenantId, named: request.named, keys };
  const worker = new Worker(new URL('./list-memory.thread.ts', import.meta.url), { workerData: start });
  await once(worker, 'message');
  const sentMs = performance.now();
  worker.postMessage(shared);
  const sendMs = performance.now() - sentMs;
  const [thread] = (await once(worker, 'message')) as [ListThreadFigures];
  await worker.terminate();

  const heapBeforeMap = heapMb();
  const map = new Map<string, number>();
  const { length } = index.rows;
  for (let row = 0; row < length; row += 1) map.set(listKey(`c${row}`), row);
  const mapMb = heapMb() - heapBeforeMap;
  const mapNs = lookupNs((key) => (map.get(listKey(key)) === undefined ? undefined : key), keys);
  return {
    rowsMb: bytesOf(index.rows.blocks.map(({ bytes }) => bytes.buffer)),
    keysMb: bytesOf([...index.byColumn.values()].flatMap(({ shards }) => shards.map(({ words }) => words.buffer))),
    heapMb: after - before,
    lookupNs: ns,
    mapMb,
    mapNs,
    thread,
    sendMs,
  };
};

/** What a list of a million rows takes in the thread that loads it and in one that it is shared with. */
export const measureListMemory = (): Promise<ListMemoryFigures> => onOwnDatabase('list_memory', measure);

const SECTION = {
  file: 'list-memory.md',
  title: '# Memory of a list of a million rows',
  heading: 'Beside a map of its keys, and in another thread',
  head: `\`npm run bench -- list-memory\`: a list of a million rows of two columns, indexed by one, as plans load it with \`ANSWERING_THREADS\`.
The map has the same keys folded, with the number of a row for each, in the heap: what a look-up went through before ADR 123. A
look-up in the map finds the row, one in the list gives a cell of it too. Look-ups are in processor time.

| Run | Machine | What | Figure | Load |
|---|---|---|---|---|`,
};

const mb = (value: number): string => `${value.toFixed(1)} MB`;
const ns = (value: number): string => `${value.toFixed(0)} ns`;

export const saveListMemory = (
  directory: string,
  at: string,
  machine: Machine,
  figures: ListMemoryFigures,
): Promise<string> =>
  appendFigures(directory, SECTION, { at, machine }, [
    ['rows, outside of the heap', mb(figures.rowsMb)],
    ['keys, outside of the heap', `${mb(figures.keysMb)}, ${(figures.keysMb / figures.mapMb).toFixed(2)} of the map`],
    ['heap of the thread that loads it', mb(figures.heapMb)],
    ['a map of the keys, in the heap', mb(figures.mapMb)],
    ['look-up of a cell', `${ns(figures.lookupNs)}, ${(figures.lookupNs / figures.mapNs).toFixed(2)} of the map`],
    ['look-up in the map', ns(figures.mapNs)],
    ['heap of another thread that has it', mb(figures.thread.heapMb)],
    ['look-up of a cell there', ns(figures.thread.lookupNs)],
    ['handing it over, for the thread that sends', `${figures.sendMs.toFixed(1)} ms`],
    ['taking it, for the one that receives', `${figures.thread.takeMs.toFixed(1)} ms`],
  ]);
