import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS, newId } from '@redoubt/kernel';
import { aPurchase, mergeAll, mergeOnce, savePlace, useDatabase } from '@redoubt/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProjectors, type Projectors } from '../../projections/runner/projectors.ts';
import { PROJECTORS } from '../../projections/every-projector.ts';
import { resetProjection } from '../../projections/projector.ts';
import { eraseEvents } from '../../subject-requests/erase-events.ts';
import { readSubjectSegments } from '../../subject-requests/subject-segments.ts';
import { createFrameCompressor } from '../frame-compressor.ts';
import { isErased, type StoredEvent } from '../log-event.ts';
import { createLog, type Log } from '../log.ts';
import { lockSegments } from '../merged-segments.ts';
import { asIngest, nextRange, readLastPosition, readRange, readStoredAnswer } from '../read-log.ts';
import { mergeStep } from './merge-step.ts';
import { readMergeProgress } from './merge-progress.ts';

const test = useDatabase();
let log: Log;
let projectors: Projectors;
const shop = { tenantId: newId(), environmentId: newId() };
const sibling = { tenantId: shop.tenantId, environmentId: newId() };

beforeAll(() => {
  log = createLog(test.database, { timeoutMs: 20_000 });
  projectors = startProjectors(test.database, log);
});
afterAll(async () => {
  await projectors.close();
  await log.close();
});

let name = 0;
/** Ten commits with events of two environments each. */
const store = async (): Promise<readonly string[]> => {
  const prefix = `m${(name += 1)}`;
  const ids: string[] = [];
  for (let commit = 0; commit < 10; commit += 1) {
    const events = Array.from({ length: 6 }, (_, at) => {
      const eventId = `${prefix}-${commit}-${at}`;
      ids.push(eventId);
      return aPurchase(at % 3 === 0 ? sibling : shop, { eventId }, { userId: `user ${at}` });
    });
    await Promise.all(events.map((event) => log.append(event)));
  }
  await projectors.caughtUp();
  return ids;
};

const readLog = async (): Promise<readonly StoredEvent[]> => {
  const events: StoredEvent[] = [];
  for (let after = 0; ;) {
    const range = await nextRange(test.database.pools.ingest, after, 37);
    if (range === undefined) return events;
    events.push(...(await asIngest(test.database.pools.ingest, range.tenantIds, (client) => readRange(client, range))));
    after = range.lastPosition;
  }
};

const segments = () =>
  test.asAdmin<{ first: string; events: number; span: number | null; row: string }>(
    `select first_position as first, event_count as events, span, md5(s::text) as row from segment s order by first_position`,
  );

beforeEach(async () => {
  await store();
});

describe('segments of two environments between each other', () => {
  it('become one each, in which every event is found by its id and its place', async () => {
    const before = await readLog();
    const small = await segments();
    expect(await mergeAll(test.database)).toBeGreaterThanOrEqual(2);
    const merged = await segments();
    expect(merged.length).toBeLessThan(small.length);
    expect(await readLog()).toEqual(before);
    for (const { eventId, environmentId, tenantId, position } of before)
      expect(
        await readStoredAnswer(test.database, { tenantId, environmentId, kind: 'purchase', eventId }),
      ).toMatchObject({
        position,
        result: { answer: eventId },
      });
    const [newest] = merged.slice(-2);
    expect(newest?.span).toBeGreaterThan(newest?.events ?? 0);
    const progress = await readMergeProgress(test.database);
    expect(progress).toMatchObject({ waiting: 0, events: before.length });
    expect(progress?.bytesAfter).toBeLessThan(progress?.bytesBefore ?? 0);
  });

  it('give a rebuild the same rows', async () => {
    const rows = () => test.asAdmin('select md5(s::text) as row from event_search s order by position');
    const before = await rows();
    await mergeAll(test.database);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    await projectors.caughtUp();
    expect(await rows()).toEqual(before);
  });

  it('are left alone while a projector has not passed them, or they are young', async () => {
    const small = await segments();
    expect(await mergeStep(test.database.pools.ingest, createFrameCompressor())).toBe('idle');
    await test.asAdmin(`insert into projection_state (projector, position, updated_at) values ('behind', 0, now())`);
    expect(await mergeOnce(test.database)).toBe('idle');
    expect(await segments()).toEqual(small);
    await test.asAdmin(`delete from projection_state where projector = 'behind'`);
    expect(await mergeAll(test.database)).toBeGreaterThan(0);
  });
});

describe('a step that does not come to its end', () => {
  it('changes nothing, and the next one makes it', async () => {
    const [before, small] = [await readLog(), await segments()];
    const broken = () => Promise.reject(new Error('the node dies'));
    await expect(mergeStep(test.database.pools.ingest, broken, -HOUR_MS)).rejects.toThrow('the node dies');
    // What is written does not read back: another text was compressed.
    const compress = createFrameCompressor();
    const wrong = (text: string) => compress(text.replace(/user \d/, 'user X'));
    await expect(mergeStep(test.database.pools.ingest, wrong, -HOUR_MS)).rejects.toThrow('does not read back');
    expect(await segments()).toEqual(small);
    expect(await mergeAll(test.database)).toBeGreaterThan(0);
    expect(await readLog()).toEqual(before);
  });

  it('leaves an environment alone that is being removed, and holds a purge up until it is over', async () => {
    await savePlace(test.database, shop);
    const state = (status: string, purgeAt: string) =>
      test.asAdmin(`update environment set status = '${status}', purge_at = ${purgeAt} where environment_id = $1`, [
        shop.environmentId,
      ]);
    const ofShop = async () =>
      (
        await test.asAdmin<{ n: number }>('select count(*)::int as n from segment where environment_id = $1', [
          shop.environmentId,
        ])
      )[0]?.n;
    const before = await ofShop();
    await state('Deleting', 'now()');
    await mergeAll(test.database);
    expect(await ofShop()).toBe(before);
    await state('Active', 'null');
    await store();
    let purging: Promise<unknown> | undefined;
    let isPurging = true;
    const compress = createFrameCompressor();
    const slow = async (text: string) => {
      purging ??= test
        .asAdmin(`select from environment where environment_id = $1 for update`, [shop.environmentId])
        .then(() => (isPurging = false));
      await delay(30);
      return compress(text);
    };
    for (let outcome = ''; outcome !== 'idle';) outcome = await mergeStep(test.database.pools.ingest, slow, -HOUR_MS);
    await purging;
    expect(isPurging).toBe(false);
    expect(await ofShop()).toBeLessThan((before ?? 0) + 10);
  });

  it('is rolled back where its connection is lost before the commit', async () => {
    const [before, small] = [await readLog(), await segments()];
    const compress = createFrameCompressor();
    const killing = async (text: string) => {
      await test.asAdmin(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
      );
      return compress(text);
    };
    await expect(mergeStep(test.database.pools.ingest, killing, -HOUR_MS)).rejects.toThrow();
    expect(await segments()).toEqual(small);
    expect(await mergeAll(test.database)).toBeGreaterThan(0);
    expect(await readLog()).toEqual(before);
  });

  it('waits for its turn behind another node and an erasure', async () => {
    const small = await segments();
    const pool = test.database.pools.ingest;
    await asIngest(pool, [shop.tenantId], async (client) => {
      await client.query('select from segment_merge for update');
      expect(await mergeOnce(test.database)).toBe('busy');
    });
    await asIngest(pool, [shop.tenantId], async (client) => {
      await lockSegments(client, shop.tenantId);
      expect(await mergeOnce(test.database)).toBe('busy');
    });
    expect(await segments()).toEqual(small);
    expect(await mergeAll(test.database)).toBeGreaterThan(0);
  });
});

describe('an erasure', () => {
  const hashId = ({ position }: StoredEvent): string => `hash of ${position}`;
  const isMine = {
    head: (head: { readonly facts: object }) => 'userId' in head.facts && head.facts.userId === 'user 4',
  };

  const eraseIn = async (client: pg.ClientBase, after: number, until: number): Promise<number> => {
    await lockSegments(client, shop.tenantId);
    const range = {
      tenantId: shop.tenantId,
      environmentIds: [shop.environmentId, sibling.environmentId],
      after,
      until,
    };
    const found = await readSubjectSegments(client, range, isMine);
    await eraseEvents(client, { tenantId: shop.tenantId, hashId, subject: null }, found.segments);
    return found.isLast ? until : found.cursor;
  };

  const erase = async (): Promise<void> => {
    const until = await readLastPosition(test.database);
    for (let after = 0; after < until;)
      after = await asIngest(test.database.pools.ingest, [shop.tenantId], (client) => eraseIn(client, after, until));
  };

  const mineIn = (events: readonly StoredEvent[]) => events.filter((event) => isMine.head(event));
  const othersIn = (events: readonly StoredEvent[]) =>
    events.filter((event) => !isMine.head(event) && !isErased(event));

  it('rewrites events inside a merged segment, which stays one that is found', async () => {
    await mergeAll(test.database);
    const before = await readLog();
    const merged = await segments();
    expect(mineIn(before).length).toBeGreaterThan(5);
    await erase();
    const after = await readLog();
    expect(mineIn(after)).toEqual([]);
    expect(othersIn(after)).toEqual(othersIn(before));
    expect(after.map(({ position }) => position)).toEqual(before.map(({ position }) => position));
    expect((await segments()).map(({ first, events, span }) => [first, events, span])).toEqual(
      merged.map(({ first, events, span }) => [first, events, span]),
    );
  });

  it('and merging at one time lose no change of each other', async () => {
    const before = await readLog();
    let isErasing = true;
    const merging = (async () => {
      let merged = 0;
      while (isErasing) if ((await mergeOnce(test.database)) === 'merged') merged += 1;
      return merged;
    })();
    await erase();
    isErasing = false;
    await merging;
    await mergeAll(test.database);
    const after = await readLog();
    expect(mineIn(after)).toEqual([]);
    expect(othersIn(after)).toEqual(othersIn(before));
    expect(after).toHaveLength(before.length);
  });
});

describe('the function of the owner', () => {
  const call = (client: pg.ClientBase, from: number, until: number, events: number) =>
    client.query(
      `select merge_segments($1, $2, $3, $4, now() - interval '1 day', now() + interval '1 day', $5, 3::smallint, '', '')`,
      [shop.tenantId, shop.environmentId, from, until, events],
    );

  it('takes no more than it writes, and nothing of another tenant', async () => {
    const [row] = await test.asAdmin<{ from: number; until: number; events: number }>(
      `select min(first_position)::int as from, max(first_position + event_count - 1)::int as until, sum(event_count)::int as events
         from (select * from segment where environment_id = $1 and span is null order by first_position desc limit 3) s`,
      [shop.environmentId],
    );
    const { from, until, events } = row ?? { from: 0, until: 0, events: 0 };
    const pool = test.database.pools.ingest;
    const as = (tenantId: string, ...what: readonly [number, number, number]) =>
      asIngest(pool, [tenantId], (client) => call(client, ...what));
    const small = await segments();
    await expect(as(newId(), from, until, events)).rejects.toThrow('another tenant');
    await expect(as(shop.tenantId, from, until, events - 1)).rejects.toThrow('not those that were read');
    await expect(as(shop.tenantId, from, from, 1)).rejects.toThrow('not those that were read');
    await expect(asIngest(pool, [shop.tenantId], (client) => client.query('delete from segment'))).rejects.toThrow(
      'permission denied',
    );
    expect(await segments()).toEqual(small);
  });
});
