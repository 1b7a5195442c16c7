import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { ListIndex, type PlainListIndex } from '../plans/list-index.ts';
import { keyIn, valueIn } from './changing-list.ts';

/** What a reader is started with: contents come over the port. */
export type ListReaderStart = { readonly port: MessagePort; readonly rows: number; readonly last: number };

/** A content of the list, by its number. */
export type PublishedList = { readonly version: number; readonly index: PlainListIndex };

export type ListReaderResult = {
  readonly lookups: number;
  readonly versions: number;
  readonly wrong: readonly string[];
};

/** Look-ups in a content before the next one is taken. */
const LOOKUPS = 2000;

/** Looks up in the newest content and the one before, until the last one came. */
const run = ({ port, rows, last }: ListReaderStart): ListReaderResult => {
  const wrong: string[] = [];
  let known: readonly { readonly version: number; readonly index: ListIndex }[] = [];
  let lookups = 0;
  let versions = 0;
  let row = 0;
  while (known[0]?.version !== last) {
    for (let came = receiveMessageOnPort(port); came !== undefined; came = receiveMessageOnPort(port)) {
      const { version, index } = came.message as PublishedList;
      known = [{ version, index: ListIndex.from(index) }, ...known.slice(0, 1)];
      versions += 1;
    }
    for (const { version, index } of known) {
      for (let turn = 0; turn < LOOKUPS; turn += 1) {
        row = (row + 7919) % rows;
        lookups += 1;
        const found = index.lookup('key', ` ${keyIn(row, version).toLowerCase()} `, 'value');
        if (found !== valueIn(row, version)) wrong.push(`${keyIn(row, version)} is ${found} in ${version}`);
        const isGone = version > 0 && keyIn(row, version - 1) !== keyIn(row, version);
        if (isGone && index.has('key', keyIn(row, version - 1))) wrong.push(`a former key of ${row} is in ${version}`);
      }
    }
  }
  return { lookups, versions, wrong: wrong.slice(0, 5) };
};

parentPort?.postMessage(run(workerData as ListReaderStart));
