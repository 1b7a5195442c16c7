import type { PlanVelocity } from '@redoubt/engine';
import { newId } from '@redoubt/kernel';
import { MappedMemory, MappedStore, SlabStore } from '@redoubt/velocity';
import { expect, it } from 'vitest';
import { answerReadings, createAskedVelocities } from './asked-velocities.ts';
import { createVelocityRuntime } from './velocity-runtime.ts';
import { runWithVelocities } from './velocity-view.ts';

const KEY = 'the key of a test';
const TENANT = newId();
const NOW_MS = Date.UTC(2026, 10, 29);

const velocity = (name: string, aggregate: PlanVelocity['aggregate']): PlanVelocity =>
  ({ name, series: name, aggregate, windowMode: 'sliding' }) as unknown as PlanVelocity;
const COUNT = velocity('count', 'Count');
const SUM = velocity('sum', 'Sum');
const DISTINCT = velocity('distinct', 'DistinctCount');

const setUp = (isMapped = false) => {
  const memory = isMapped ? new MappedMemory() : undefined;
  const store = new SlabStore(memory && { memory });
  const runtime = createVelocityRuntime(store, KEY, undefined, memory);
  let position = 0;
  const add = (key: string, value: number | string): void => {
    const contributions = [COUNT, SUM, DISTINCT].flatMap(
      (each) =>
        runtime.encode(TENANT, [{ velocity: each, key, value: each === SUM ? Number(value) : String(value) }]) ?? [],
    );
    position += 1;
    runtime.apply({ from: position - 1, to: position, events: [{ eventTimeMs: NOW_MS, contributions }] });
  };
  const rounds: number[] = [];
  const ask = async (questions: Float64Array): Promise<Float64Array> => {
    rounds.push(questions.length / 6);
    return answerReadings(store, position, questions);
  };
  const asked = createAskedVelocities(KEY, ask, memory && new MappedStore(memory.attach().mapping));
  return { runtime, asked, add, rounds };
};

const WAYS = [
  { way: 'by asking', isMapped: false, asked: [9] },
  { way: 'from its memory', isMapped: true, asked: [] },
];

it.each(WAYS)(
  'reads what the thread that counts reads, $way, at its position',
  async ({ isMapped, asked: expected }) => {
    const { runtime, asked, add, rounds } = setUp(isMapped);
    add('a', 5);
    add('a', 7);
    const view = asked.viewAt(TENANT, NOW_MS);
    const own = runtime.viewAt(TENANT, NOW_MS);
    const work = ({ port }: typeof view) =>
      [COUNT, SUM, DISTINCT].flatMap((each) => [
        port.read(each, 'a', 1, 'h'),
        port.read(each, 'b', 1, 'd'),
        port.read(each, 'a', 1, 'h', () => ({ velocity: each, key: 'a', value: 7 })),
      ]);
    expect(await runWithVelocities(view, () => work(view))).toEqual(work(own));
    expect(view.position()).toBe(2);
    expect(rounds).toEqual(expected);
  },
);

it('asks for everything again where an answer makes an event read more, so that it sees one position', async () => {
  const { asked, add, rounds } = setUp();
  add('a', 5);
  const view = asked.viewAt(TENANT, NOW_MS);
  let runs = 0;
  const read = await runWithVelocities(view, () => {
    runs += 1;
    if (runs === 2) add('a', 1);
    const count = view.port.read(COUNT, 'a', 1, 'h');
    return [count, count === undefined ? undefined : view.port.read(SUM, 'a', 1, 'h')];
  });
  expect(read).toEqual([2, 6]);
  expect(view.position()).toBe(2);
  expect(rounds).toEqual([1, 2]);
});

it('reads all anew where the memory was written meanwhile, and asks where that happens again and again', async () => {
  const { asked, add, rounds } = setUp(true);
  const readWriting = async (writes: number) => {
    const view = asked.viewAt(TENANT, NOW_MS);
    let runs = 0;
    const read = await runWithVelocities(view, () => {
      runs += 1;
      const count = view.port.read(COUNT, 'a', 1, 'h');
      if (runs <= writes) add('a', 5);
      return [count, view.port.read(SUM, 'a', 1, 'h')];
    });
    return { read, runs, position: view.position() };
  };
  expect(await readWriting(0)).toEqual({ read: [0, 0], runs: 1, position: 0 });
  expect(await readWriting(1)).toEqual({ read: [1, 5], runs: 2, position: 1 });
  expect(await readWriting(2)).toEqual({ read: [3, 15], runs: 3, position: 3 });
  expect(rounds).toEqual([]);
  expect(await readWriting(3)).toEqual({ read: [6, 30], runs: 4, position: 6 });
  expect(rounds).toEqual([2]);
});

it('asks for everything where some of it is not in the memory, and reads on from there for the next event', async () => {
  const { runtime, asked, add, rounds } = setUp(true);
  for (let shopper = 0; shopper < 17_000; shopper += 1) add('shop', `${shopper}`);
  const view = asked.viewAt(TENANT, NOW_MS);
  const own = runtime.viewAt(TENANT, NOW_MS);
  const work = ({ port }: typeof view) => [port.read(COUNT, 'shop', 1, 'h'), port.read(DISTINCT, 'shop', 1, 'h')];
  expect(await runWithVelocities(view, () => work(view))).toEqual(work(own));
  expect(rounds).toEqual([2]);
  const next = asked.viewAt(TENANT, NOW_MS);
  expect(runWithVelocities(next, () => next.port.read(COUNT, 'shop', 1, 'h'))).toBe(17_000);
  expect(next.position()).toBe(17_000);
  expect(rounds).toEqual([2]);
});

it('asks nothing where nothing is read, and stands where it last knew', async () => {
  const { asked, add, rounds } = setUp();
  add('a', 5);
  const first = asked.viewAt(TENANT, NOW_MS);
  await runWithVelocities(first, () => first.port.read(COUNT, 'a', 1, 'h'));
  const second = asked.viewAt(TENANT, NOW_MS);
  expect(runWithVelocities(second, () => 'nothing')).toBe('nothing');
  expect(second.position()).toBe(1);
  expect(rounds).toEqual([1]);
});
