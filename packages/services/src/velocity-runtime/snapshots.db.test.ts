import { newId } from '@redoubt/kernel';
import { createLog, type Database, type Log } from '@redoubt/storage';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { AGGREGATES, type SlabStore } from '@redoubt/velocity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startVelocities, type RunningVelocities } from './start-velocities.ts';
import { verifyVelocities } from './verify-velocities.ts';

const test = useDatabase();
const KEY = 'the key of this installation';
const START_MS = Date.UTC(2026, 2, 14, 10, 0, 0);
const HOUR_MS = 3_600_000;
const KEYS = 300;

let warnings: string[] = [];
let database: Database;
let log: Log;
const open: (() => Promise<void>)[] = [];

beforeEach(async () => {
  await test.asAdmin('delete from velocity_snapshot');
  warnings = [];
  const warn = (_facts: unknown, message: string): void => void warnings.push(message);
  database = { ...test.database, log: { ...test.database.log, warn } };
  log = createLog(database, { timeoutMs: 20_000 });
  open.push(log.close);
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const start = async (installationKey = KEY): Promise<RunningVelocities> => {
  const running = await startVelocities(database, log, { installationKey, snapshotEveryEvents: 1_000_000 });
  open.push(running.close);
  return running;
};

const place = { tenantId: newId(), environmentId: newId() };
let sent = 0;

/** Events that add to a few keys each, among them busy ones; some come hours late. */
const send = (count: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, () => {
      sent += 1;
      const number = sent;
      const lateMs = number % 11 === 0 ? (number % 7) * HOUR_MS : 0;
      const contributions = [1, 7, 31].flatMap((step) => {
        const key = (number * step) % KEYS;
        return [key % AGGREGATES.length, key, Math.imul(key, 0x9e37_79b1) >>> 0, (number * step) % 997];
      });
      const eventTimeMs = START_MS + number * 700 - lateMs;
      return log.append(aPurchase(place, { eventId: `e${number}`, eventTimeMs, contributions }));
    }),
  );

const contentsOf = (store: SlabStore): ReadonlyMap<string, Uint8Array | undefined> =>
  new Map([...store.keys()].map(([lo, hi]) => [`${lo} ${hi}`, store.exportKey(lo, hi)]));

/** A start finds what is usable, and in any case what the log gives. */
const restart = async (running: RunningVelocities): Promise<RunningVelocities> => {
  await running.caughtUp();
  const again = await start();
  expect(again.runtime.position()).toBe(running.runtime.position());
  expect(contentsOf(again.store)).toEqual(contentsOf(running.store));
  expect((await verifyVelocities(database, KEY)).differences).toEqual([]);
  return again;
};

describe('a start', () => {
  it('takes the newest snapshot, written while events came in, and counts only what came after', async () => {
    const running = await start();
    await send(400);
    await running.caughtUp();
    const [taken] = await Promise.all([running.snapshots.take(), send(400)]);
    expect(taken).toMatchObject({ keys: running.store.statistics().keys });
    expect(taken?.lowest).toBeGreaterThanOrEqual(400);
    await send(50);
    const again = await restart(running);
    expect(again.snapshots.position()).toBe(taken?.lowest);
    await send(50);
    await again.snapshots.take();
    expect((await restart(again)).snapshots.position()).toBeGreaterThan(taken?.lowest ?? 0);
    expect(await test.asAdmin('select 1 from velocity_snapshot')).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('leaves a snapshot aside that was never finished, and the next one sweeps it away', async () => {
    const running = await start();
    await send(100);
    await running.caughtUp();
    await running.snapshots.take();
    await test.asAdmin('update velocity_snapshot set whole_at = null');
    const again = await restart(running);
    expect(again.snapshots.position()).toBe(0);
    await again.snapshots.take();
    const rows = await test.asAdmin('select whole_at is not null as whole from velocity_snapshot');
    expect(rows).toEqual([{ whole: true }]);
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      'a damaged part',
      'update velocity_snapshot_part set data = set_byte(data, 40, get_byte(data, 40) # 1)',
      'damaged',
    ],
    ['a missing part', 'delete from velocity_snapshot_part', 'damaged'],
    ['another log', 'update velocity_snapshot set batch_id = batch_id + 1', 'another log'],
    ['a place past the end of the log', 'update velocity_snapshot set highest_position = 999999', 'another log'],
    ['another release', 'update velocity_snapshot set format = format + 1', 'another release'],
    ['another installation key', `update velocity_snapshot set key_check = 'x'`, 'another installation key'],
  ])('counts from the log where the snapshot is of %s, and says so once', async (_what, damage, said) => {
    const running = await start();
    await send(60);
    await running.caughtUp();
    await running.snapshots.take();
    await test.asAdmin(damage);
    const again = await start();
    expect(warnings).toEqual([expect.stringContaining(said)]);
    expect(again.snapshots.position()).toBe(0);
    expect(contentsOf(again.store)).toEqual(contentsOf(running.store));
  });

  it('finds no half of a snapshot whose node closed meanwhile', async () => {
    const running = await start();
    await send(100);
    await running.caughtUp();
    const taking = running.snapshots.take();
    await running.close();
    expect(await taking).toBeUndefined();
    expect(await test.asAdmin('select 1 from velocity_snapshot')).toEqual([]);
  });
});

it('a snapshot is written by itself once enough has happened', async () => {
  const running = await startVelocities(database, log, { installationKey: KEY, snapshotEveryEvents: 50 });
  open.push(running.close);
  await send(60);
  await expect.poll(() => running.statistics().snapshotPosition, { timeout: 90_000 }).toBeGreaterThan(0);
}, 120_000);
