import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@redoubt/kernel';
import { aPurchase, useOwnServer } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { readEvent } from '../events/event-detail.read-model.ts';
import { startProjectors } from '../projections/runner/projectors.ts';
import { createLog } from './log.ts';
import { readLastPosition, readStoredAnswer } from './read-log.ts';

const test = useOwnServer();

describe('the database server killed in the middle of appends', () => {
  it('loses nothing that was acknowledged, stores nothing twice, and carries on by itself', async () => {
    const shop = { tenantId: newId(), environmentId: newId() };
    const log = createLog(test.database, { maxBatch: 50 });
    const projectors = startProjectors(test.database, log);
    const acknowledged = new Map<string, number>();
    const retried = new Set<string>();
    let stop = false;
    let next = 0;
    /** A merchant: sends, and on a failure sends the same id again, as the answer advises. */
    const merchant = async (): Promise<void> => {
      while (!stop) {
        const eventId = `crash-${next++}`;
        for (;;) {
          try {
            acknowledged.set(eventId, (await log.append(aPurchase(shop, { eventId }))).position);
            break;
          } catch (error) {
            expect(error).toMatchObject({ code: 'SRV-LOG-UNAVAILABLE' });
            retried.add(eventId);
          }
        }
      }
    };
    const merchants = Array.from({ length: 40 }, merchant);
    for (let kill = 0; kill < 3; kill++) {
      const before = acknowledged.size;
      while (acknowledged.size < before + 500) await delay(5);
      const pid = test.server.pid();
      process.kill(pid, 'SIGKILL');
      while (test.server.pid() === pid) await delay(20);
    }
    const before = acknowledged.size;
    while (acknowledged.size < before + 500) await delay(5);
    stop = true;
    await Promise.all(merchants);

    const positions = [...acknowledged.values()];
    expect(new Set(positions).size).toBe(positions.length);
    expect(await readLastPosition(test.database)).toBe(positions.length);
    for (const [eventId, position] of acknowledged) {
      if (position % 20 !== 0 && !retried.has(eventId)) continue;
      const answer = await readStoredAnswer(test.database, { ...shop, kind: 'purchase', eventId });
      expect(answer).toMatchObject({ position, result: { answer: eventId } });
    }
    await projectors.caughtUp();
    const found = await test.database.readTenant(shop.tenantId, (trx) =>
      trx
        .selectFrom('event_search')
        .select((eb) => eb.fn.countAll<number>().as('events'))
        .executeTakeFirstOrThrow(),
    );
    expect(found.events).toBe(positions.length);
    expect(await readEvent(test.database, { ...shop, kind: 'purchase', eventId: 'crash-0' })).toBeDefined();
    await projectors.close();
    await log.close();
  }, 180_000);
});

describe('the database server stopped without dying', () => {
  it('has every call answered meanwhile, and stores each event once when they come again', async () => {
    const shop = { tenantId: newId(), environmentId: newId() };
    const log = createLog(test.database, { timeoutMs: 500 });
    const send = (eventId: string) => log.append(aPurchase(shop, { eventId }));
    for (;;) if (await Promise.all([send('first'), send('second')]).catch(() => undefined)) break;
    const before = await readLastPosition(test.database);
    const { rows } = await test.database.pools.ingest.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'redoubt log'`,
    );
    const pids = [test.server.pid(), ...rows.map(({ pid }) => pid)];
    const eventIds = Array.from({ length: 30 }, (_, index) => `stopped-${index}`);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      // Nothing below comes from the test.database, which says nothing until it is continued.
      for (const outcome of await Promise.allSettled(eventIds.map(send))) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'SRV-LOG-UNAVAILABLE' } });
      }
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    for (const eventId of eventIds) {
      while ((await send(eventId).catch(() => undefined)) === undefined) await delay(20);
    }
    expect(await readLastPosition(test.database)).toBe(before + eventIds.length);
    await log.close();
  }, 180_000);
});
