import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@redoubt/kernel';
import { aPurchase, mergeAll, mergeOnce, useOwnServer } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { startProjectors } from '../../projections/runner/projectors.ts';
import type { StoredEvent } from '../log-event.ts';
import { createLog } from '../log.ts';
import { asIngest, nextRange, readRange } from '../read-log.ts';

const test = useOwnServer();

const readLog = async (): Promise<readonly StoredEvent[]> => {
  const events: StoredEvent[] = [];
  for (let after = 0; ;) {
    const range = await nextRange(test.database.pools.ingest, after, 500);
    if (range === undefined) return events;
    events.push(...(await asIngest(test.database.pools.ingest, range.tenantIds, (client) => readRange(client, range))));
    after = range.lastPosition;
  }
};

it('the database server killed while segments are merged loses and changes no event', async () => {
  const tenantId = newId();
  const places = Array.from({ length: 3 }, () => ({ tenantId, environmentId: newId() }));
  const log = createLog(test.database, { timeoutMs: 20_000 });
  const store = async (name: string): Promise<void> => {
    for (let commit = 0; commit < 120; commit += 1)
      await Promise.all(
        places.map((place, at) =>
          log.append(
            aPurchase(place, { eventId: `${name}-${commit}-${at}`, requestText: `"${'x'.repeat(9000 + commit)}"` }),
          ),
        ),
      );
    const projectors = startProjectors(test.database);
    await projectors.caughtUp();
    await projectors.close();
  };
  for (const kill of ['first', 'second']) {
    await store(kill);
    const before = await readLog();
    let merged = 0;
    let isOver = false;
    const merging = (async () => {
      while (!isOver) {
        const outcome = await mergeOnce(test.database).catch(() => 'lost');
        if (outcome === 'merged') merged += 1;
        if (outcome === 'idle' || outcome === 'lost') await delay(5);
      }
    })();
    while (merged === 0) await delay(1);
    const pid = test.server.pid();
    process.kill(pid, 'SIGKILL');
    while (test.server.pid() === pid) await delay(20);
    isOver = true;
    await merging;
    for (let isBack = false; !isBack;)
      isBack = await readLog().then(
        () => true,
        () => delay(50, false),
      );
    expect(await readLog()).toEqual(before);
    await mergeAll(test.database);
    expect(await readLog()).toEqual(before);
  }
  await log.close();
}, 120_000);
