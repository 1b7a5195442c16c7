import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { WindowReading } from '../entries/entry-runs.ts';
import { SlabStore } from '../store/slab-store.ts';
import { addEventAt, questionAt } from '../testing/event-stream.ts';
import { READING_NUMBERS, type ReaderResult, type ReaderStart } from '../testing/mapped-reader.thread.ts';
import { MappedMemory } from './mapped-memory.ts';
import { MappedStore } from './mapped-store.ts';

const HOUR_S = 3600;
const NOW_S = Date.UTC(2026, 10, 29) / 1000;
const LAST_HOUR = { afterS: NOW_S - HOUR_S, untilS: NOW_S };

const newReading = (): WindowReading => ({ value: 0, uncertainEvents: 0, isEstimate: false });

const setUp = (maxBytes?: number) => {
  const memory = new MappedMemory();
  const store = new SlabStore({ memory, ...(maxBytes !== undefined && { maxBytes }) });
  let position = 0;
  const write = (work: () => void): void => {
    memory.beginWrite();
    work();
    position += 1;
    memory.endWrite(position);
  };
  memory.endWrite(position);
  const { mapping, detach } = memory.attach();
  return { memory, store, write, mapped: new MappedStore(mapping), detach };
};

describe('a store that another thread writes', () => {
  it('is read as it stood at one state, or not at all', () => {
    const { store, write, mapped, detach } = setUp();
    const into = newReading();
    write(() => store.add('Count', 1, 2, NOW_S, 0));
    const state = mapped.take();
    if (state === undefined) throw new Error('nothing is written');
    expect(state.position).toBe(1);
    expect([mapped.read(state, 1, 2, LAST_HOUR, into), into.value]).toEqual(['read', 1]);
    expect([mapped.read(state, 9, 9, LAST_HOUR, into), into.value]).toEqual(['read', 0]);
    const trial = { aggregate: 'Count', value: 0 } as const;
    expect([mapped.read(state, 1, 2, LAST_HOUR, into, trial), into.value]).toEqual(['read', 2]);
    write(() => store.add('Count', 1, 2, NOW_S, 0));
    expect(mapped.read(state, 1, 2, LAST_HOUR, into)).toBe('moved');
    const next = mapped.take();
    if (next === undefined) throw new Error('nothing is written');
    expect([mapped.read(next, 1, 2, LAST_HOUR, into), into.value, next.position]).toEqual(['read', 2, 2]);
    detach();
  });

  it('gives no state while it is written, nor after a write that failed, until one has come to its end', () => {
    const { memory, store, write, mapped, detach } = setUp();
    const before = mapped.take();
    memory.beginWrite();
    store.add('Count', 1, 2, NOW_S, 0);
    expect(mapped.take()).toBeUndefined();
    if (before) expect(mapped.read(before, 1, 2, LAST_HOUR, newReading())).toBe('moved');
    write(() => store.add('Count', 1, 2, NOW_S, 0));
    expect(mapped.take()?.position).toBe(1);
    detach();
  });

  it('sees keys in pages and tables that came after it did, and those that were there before', () => {
    const { memory, store, write, mapped, detach } = setUp();
    const into = newReading();
    const keys = 70_000;
    write(() => {
      for (let key = 0; key < keys; key += 1)
        store.add('Sum', key, Math.imul(key, 0x85eb_ca6b) >>> 0, NOW_S, key * 10_000);
    });
    const late = memory.attach();
    for (const reader of [mapped, new MappedStore(late.mapping)]) {
      const state = reader.take();
      if (state === undefined) throw new Error('nothing is written');
      for (let key = 0; key < keys; key += 997) {
        const outcome = reader.read(state, key, Math.imul(key, 0x85eb_ca6b) >>> 0, LAST_HOUR, into);
        expect([outcome, into.value]).toEqual(['read', key]);
      }
    }
    late.detach();
    detach();
  });

  it('says where a sketch lies with the thread that writes', () => {
    const { store, write, mapped, detach } = setUp();
    write(() => {
      for (let value = 0; value < 20_000; value += 1) store.add('DistinctCount', 1, 2, NOW_S, value);
    });
    const state = mapped.take();
    expect(state && mapped.read(state, 1, 2, LAST_HOUR, newReading())).toBe('elsewhere');
    detach();
  });

  it('marks windows that may miss events of keys that made room', () => {
    const { store, write, mapped, detach } = setUp(100_000);
    write(() => {
      for (let key = 0; key < 20_000; key += 1) store.add('Count', key, 7, NOW_S - 20_000 + key, 0);
    });
    const [own, read] = [newReading(), newReading()];
    store.read(1, 7, LAST_HOUR, own);
    const state = mapped.take();
    expect(state && mapped.read(state, 1, 7, LAST_HOUR, read)).toBe('read');
    expect(read).toEqual(own);
    expect(read.isEstimate).toBe(true);
    detach();
  });
});

const EVENTS = 250_000;
const READERS = 2;

/** Reads like `readings` from a store that one thread has alone: the first difference. */
const firstDifference = (readings: Float64Array, store: SlabStore): string | undefined => {
  const into = newReading();
  let counted = 0;
  for (let at = 0; at < readings.length; at += READING_NUMBERS) {
    const [position = 0, seed = 0, ...found] = readings.subarray(at, at + READING_NUMBERS);
    for (; counted < position; counted += 1) addEventAt(store, counted);
    const { lo, hi, span, event } = questionAt(seed, position);
    if (event === undefined) store.read(lo, hi, span, into);
    else store.readWith(lo, hi, span, into, event);
    const right = [into.value, into.uncertainEvents, into.isEstimate ? 1 : 0];
    if (right.join() !== found.join()) return `${found.join()} at ${position}, not ${right.join()} (question ${seed})`;
  }
  return undefined;
};

it('is never read torn while it is written and grows: every reading is that of its position', async () => {
  const memory = new MappedMemory();
  const store = new SlabStore({ memory });
  memory.endWrite(0);
  const readers = Array.from({ length: READERS }, (_, index) => {
    const { mapping, detach } = memory.attach();
    const workerData: ReaderStart = { mapping, seed: index * 1e9, last: EVENTS };
    const worker = new Worker(new URL('../testing/mapped-reader.thread.ts', import.meta.url), {
      workerData,
      transferList: [mapping.port],
    });
    return { online: once(worker, 'online'), result: once(worker, 'message'), detach };
  });
  await Promise.all(readers.map(({ online }) => online));
  for (let position = 0; position < EVENTS;) {
    const end = Math.min(EVENTS, position + 1 + (position % 97));
    memory.beginWrite();
    for (; position < end; position += 1) addEventAt(store, position);
    memory.endWrite(position);
    await nextTurn();
  }
  for (const { result, detach } of readers) {
    const [{ readings, ...counts }] = (await result) as [ReaderResult];
    expect(firstDifference(readings, new SlabStore())).toBeUndefined();
    expect(counts.read).toBeGreaterThan(1000);
    expect(counts.positions).toBeGreaterThan(20);
    expect(counts.moved).toBeGreaterThan(0);
    expect(counts.elsewhere).toBeGreaterThan(0);
    detach();
  }
  expect(store.runs.sum.slab.pages.length).toBeGreaterThan(1);
}, 120_000);
