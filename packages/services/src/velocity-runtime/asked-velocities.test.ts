import type { PlanVelocity } from '@redoubt/engine';
import { newId } from '@redoubt/kernel';
import { SlabStore } from '@redoubt/velocity';
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

const setUp = () => {
  const store = new SlabStore();
  const runtime = createVelocityRuntime(store, KEY);
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
  const asked = createAskedVelocities(KEY, async (questions) => {
    rounds.push(questions.length / 6);
    return answerReadings(store, position, questions);
  });
  return { runtime, asked, add, rounds };
};

it('reads what the thread that counts reads, in one round, at its position', async () => {
  const { runtime, asked, add, rounds } = setUp();
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
  expect(rounds).toEqual([9]);
});

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
