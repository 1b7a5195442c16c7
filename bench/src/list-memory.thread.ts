import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createAskedLists, listSourceOf, type ListRequest, type SharedList } from '@redoubt/services';
import { lookupNs } from './lists.ts';
import { heapMb } from './measure/heap.ts';

/** What the thread is started with; the lists come as a message. */
export type ListThreadStart = Pick<ListRequest, 'tenantId' | 'named'> & { readonly keys: readonly string[] };

export type ListThreadFigures = { readonly heapMb: number; readonly takeMs: number; readonly lookupNs: number };

const port = parentPort;
if (port === null) throw new Error('this file is the program of a thread');
const { tenantId, named, keys } = workerData as ListThreadStart;
const before = heapMb();
port.postMessage('ready');
let takenMs = 0;
const lists = createAskedLists(async () => {
  for (;;) {
    takenMs = performance.now();
    const came = receiveMessageOnPort(port);
    if (came !== undefined) return came.message as readonly SharedList[];
    await delay(1);
  }
});
// The database is not asked: contents come from the thread that has them.
const found = await lists({ tenantId, database: undefined as never }, named);
const takeMs = performance.now() - takenMs;
const after = heapMb();
const source = listSourceOf([...found.values()].map((index) => ({ name: index.columns.join(), index })))(0);
const ns = lookupNs((key) => source.lookup('Key,R', 'Key', key, 'R'), keys);
port.postMessage({ heapMb: after - before, takeMs, lookupNs: ns } satisfies ListThreadFigures);
