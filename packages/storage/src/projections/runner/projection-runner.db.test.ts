import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@redoubt/kernel';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../log/log.ts';
import { readLastPosition } from '../../log/read-log.ts';
import type { ProjectionState } from './decision-pressure.ts';
import { startProjectionRunner, type ProjectionRunner } from './projection-runner.ts';
import { readPositions } from './projection-step.ts';
import type { Projector } from '../projector.ts';
import { startProjectors } from './projectors.ts';

const test = useDatabase();
/** More than a busy machine takes for anything here. */
const PATIENCE = { timeout: 25_000 };

const append = async (count: number): Promise<{ readonly tenantId: string; readonly environmentId: string }> => {
  const place = { tenantId: newId(), environmentId: newId() };
  const log = createLog(test.database, { timeoutMs: 20_000 });
  await Promise.all(Array.from({ length: count }, () => log.append(aPurchase(place))));
  await log.close();
  return place;
};

/** A projector that remembers the positions it was given. */
const remembering = (name: string, isBroken: () => boolean = () => false) => {
  const seen: number[] = [];
  const projector: Projector = {
    name,
    tables: [],
    apply: (_client, events) => {
      if (isBroken()) return Promise.reject(new Error('broken'));
      seen.push(...events.map(({ position }) => position));
      return Promise.resolve();
    },
  };
  return { projector, seen };
};

let runner: ProjectionRunner | undefined;
afterEach(() => runner?.close());

const run = (projectors: readonly Projector[]): ProjectionRunner =>
  (runner = startProjectionRunner({ pool: test.database.pools.ingest, log: test.database.log }, projectors));

describe('running projectors', () => {
  it('gives every event to each of them once and in order', async () => {
    await append(1500);
    const last = await readLastPosition(test.database);
    const [one, two] = [remembering('one'), remembering('two')];
    run([one.projector, two.projector]);
    await expect.poll(() => two.seen.length, PATIENCE).toBe(last);
    expect(one.seen).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(two.seen).toEqual(one.seen);
  });

  it('leaves behind the one that fails, and goes on with it when it is mended', async () => {
    await append(10);
    let isBroken = true;
    const good = remembering('good');
    const bad = remembering('bad', () => isBroken);
    const both = [good.projector, bad.projector];
    run(both);
    const last = await readLastPosition(test.database);
    const position = async (name: string) => (await readPositions(test.database.pools.ingest, both)).get(name);
    await expect.poll(() => position('good'), PATIENCE).toBe(last);
    expect(bad.seen).toEqual([]);
    isBroken = false;
    await expect.poll(() => position('bad'), PATIENCE).toBe(last);
    expect(bad.seen.length).toBe(last);
  });
});

describe('projectors that gather', () => {
  it('wait for many events, and for none in a hurry', async () => {
    await append(10);
    const last = await readLastPosition(test.database);
    const prompt = remembering('prompt');
    const sums = remembering('sums');
    const started = run([prompt.projector, { ...sums.projector, gathers: true, follows: 'prompt' }]);
    await expect.poll(() => prompt.seen.length, PATIENCE).toBe(last);
    expect(sums.seen).toEqual([]);
    started.hurry();
    await expect.poll(() => sums.seen.length, PATIENCE).toBe(last);
    expect(sums.seen).toEqual(prompt.seen);
    // Without a hurry it takes events as well, seconds later.
    await append(1);
    await expect.poll(() => sums.seen.length, PATIENCE).toBe(last + 1);
  });
});

describe('projectors while decisions need the machine', () => {
  it('make small steps with rests, say how late they are, and catch up', async () => {
    await append(1500);
    const last = await readLastPosition(test.database);
    const steps: number[] = [];
    const projector = {
      name: 'hindered',
      tables: [],
      apply: async (_client: unknown, events: readonly unknown[]) => {
        steps.push(events.length);
        await delay(20);
      },
    };
    const states: ProjectionState[] = [];
    let pressure = 1;
    runner = startProjectionRunner({ pool: test.database.pools.ingest, log: test.database.log }, [projector], {
      pressure: () => pressure,
      report: (state) => states.push(state),
    });
    await expect.poll(() => steps.length, PATIENCE).toBeGreaterThanOrEqual(3);
    expect(states[0]).toEqual({ yielding: 1, lateMs: 0 });
    pressure = 0;
    const position = async () => (await readPositions(test.database.pools.ingest, [projector])).get('hindered');
    await expect.poll(position, PATIENCE).toBe(last);
    expect(steps.reduce((sum, each) => sum + each, 0)).toBe(last);
    expect(steps[0]).toBeLessThan(1000);
    expect(states.some(({ lateMs }) => lateMs > 0)).toBe(true);
    expect(states.at(-1)).toEqual({ yielding: 0, lateMs: 0 });
  });
});

describe('projectors in a thread of their own', () => {
  it('apply what the log holds and end when they are closed', async () => {
    const projectors = startProjectors(test.database, undefined, { inThread: true });
    const { tenantId } = await append(25);
    await projectors.caughtUp();
    expect(await projectors.lag()).toEqual({ search: 0, rollup: 0, cases: 0, reports: 0, booster: 0 });
    const rows = await test.asAdmin('select 1 from event_search where tenant_id = $1', [tenantId]);
    expect(rows).toHaveLength(25);
    await projectors.close();
    const connected = () =>
      test.asAdmin(`select 1 from pg_stat_activity where application_name = 'redoubt projectors' and datname = $1`, [
        test.name,
      ]);
    await expect.poll(connected, PATIENCE).toEqual([]);
  });
});
