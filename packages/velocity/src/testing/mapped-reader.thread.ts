import { parentPort, workerData } from 'node:worker_threads';
import type { WindowReading } from '../entries/entry-runs.ts';
import type { StoreMapping } from '../mapped/mapped-memory.ts';
import { MappedStore } from '../mapped/mapped-store.ts';
import { questionAt } from './event-stream.ts';

/** What a reader is started with: it reads groups of windows, each group at one state, until `last` was counted. */
export type ReaderStart = { readonly mapping: StoreMapping; readonly seed: number; readonly last: number };

/** Windows that are read at one state. */
const GROUP = 8;
/** Groups that are handed back; others are only read. */
const MOST_GROUPS = 6000;

/** Numbers of a reading: position, seed of the question, value, uncertain events, 1 for an estimate. */
export const READING_NUMBERS = 5;

export type ReaderResult = Readonly<Record<'read' | 'moved' | 'elsewhere' | 'unready' | 'positions', number>> & {
  readonly readings: Float64Array;
};

const run = ({ mapping, seed: firstSeed, last }: ReaderStart): ReaderResult => {
  const store = new MappedStore(mapping);
  const into: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  const counts = { read: 0, moved: 0, elsewhere: 0, unready: 0 };
  const readings: number[] = [];
  const positions = new Set<number>();
  let seed = firstSeed;
  let position = 0;
  while (position < last) {
    const state = store.take();
    if (state === undefined) {
      counts.unready += 1;
      continue;
    }
    ({ position } = state);
    const group: number[] = [];
    for (let index = 0; index < GROUP; index += 1) {
      seed += 1;
      const { lo, hi, span, event } = questionAt(seed, position);
      const outcome = store.read(state, lo, hi, span, into, event);
      counts[outcome] += 1;
      if (outcome === 'read') group.push(position, seed, into.value, into.uncertainEvents, into.isEstimate ? 1 : 0);
      if (outcome === 'moved') break;
    }
    if (readings.length < MOST_GROUPS * GROUP * READING_NUMBERS) readings.push(...group);
    positions.add(position);
  }
  store.close();
  return { ...counts, positions: positions.size, readings: Float64Array.from(readings) };
};

parentPort?.postMessage(run(workerData as ReaderStart));
