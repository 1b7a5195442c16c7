import { newId } from '@redoubt/kernel';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../database/pools.ts';
import { createBatchWriter, type BatchWriter, type CommitListener, type Waiting } from './batch-writer.ts';
import { startContributionFeed } from '../velocities/contribution-feed.ts';
import { bodyHashOf } from './log.ts';
import { readLastPosition, readStoredAnswer } from './read-log.ts';
import { encodeHead, encodeTexts } from './segment-codec.ts';

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };

let pool: pg.Pool;
beforeAll(() => {
  pool = createPool(test.database.ingestConfig, { name: 'log', max: 1 }, test.database.log);
});
afterAll(() => pool.end());

type Outcomes = Map<string, number | string>;

/** Entries that wait until a deadline, and what becomes of each: its position, or why it failed. */
const waitingFor = (eventIds: readonly string[], deadlineMs: number, outcomes: Outcomes): Waiting[] =>
  eventIds.map((eventId): Waiting => {
    const event = aPurchase(shop, { eventId, result: { answer: eventId } });
    return {
      ...shop,
      kindCode: 1,
      eventId,
      writeOnce: true,
      bodyHash: bodyHashOf(event.requestText),
      head: encodeHead(event),
      counted: { eventTimeMs: 0, contributions: [] },
      texts: encodeTexts(event),
      deadlineMs,
      done: (position) => outcomes.set(eventId, position),
      failed: (reason) => outcomes.set(eventId, reason),
    };
  });

const writerOver = (through: pg.Pool): BatchWriter => createBatchWriter(through, test.database.log, () => undefined);

/** More than a busy machine takes for anything here. */
const PATIENCE_MS = 60_000;
const patient = (): number => performance.now() + PATIENCE_MS;

const write = async (through: pg.Pool, eventIds: readonly string[], deadlineMs = patient()): Promise<Outcomes> => {
  const outcomes: Outcomes = new Map();
  await writerOver(through).write(waitingFor(eventIds, deadlineMs, outcomes));
  return outcomes;
};

/** The pool, whose connections are held back until `open` is called. */
const gated = () => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const connect = async (): Promise<pg.PoolClient> => {
    asked += 1;
    await gate.promise;
    return pool.connect();
  };
  const through = new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name, target) as unknown)),
  });
  return { through, open: gate.resolve, asked: () => asked };
};

/** The pool, with a wire that is cut once: right after COMMIT took effect, or right before it is sent. */
const cutOnce = (when: 'after' | 'before'): pg.Pool => {
  let cut = false;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const original = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const query = (...args: unknown[]): unknown => {
      if (args[0] !== 'commit' || cut) return original(...args);
      cut = true;
      const told = args[1] as (error: Error) => void;
      const cutWire = (): void => {
        (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
        told(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
      };
      return when === 'after' ? original('commit').then(cutWire) : cutWire();
    };
    return new Proxy(client, {
      get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name, target) as unknown)),
    });
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name, target) as unknown)),
  });
};

/** Two connections; of the first one, the word that its COMMIT took effect is heard when `hear` is called. */
const deafOnce = () => {
  const two = createPool(test.database.ingestConfig, { name: 'log', max: 2 }, test.database.log);
  const hearing = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  let isDeaf = true;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await two.connect();
    if (!isDeaf) return client;
    isDeaf = false;
    const original = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const query = (...args: unknown[]): unknown => {
      if (args[0] !== 'commit') return original(...args);
      const told = args[1] as (error: null, result: unknown) => void;
      return original('commit').then(async (result) => {
        committed.resolve();
        await hearing.promise;
        told(null, result);
      });
    };
    return new Proxy(client, {
      get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name, target) as unknown)),
    });
  };
  const through = new Proxy(two, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name, target) as unknown)),
  });
  return { through, committed: committed.promise, hear: hearing.resolve, end: () => two.end() };
};

describe('writing a batch', () => {
  it('finds the event the database refuses alone and stores its neighbours', async () => {
    const eventIds = Array.from({ length: 30 }, (_, i) => (i === 13 ? 'nul\0' : `neighbour-${i}`));
    const outcomes = await write(pool, eventIds);
    expect([...outcomes].filter(([, outcome]) => typeof outcome === 'string')).toEqual([['nul\0', 'data']]);
    expect(outcomes.size).toBe(30);
  });

  it.each(['after', 'before'] as const)(
    'whose connection is cut %s its COMMIT is stored exactly once',
    async (when) => {
      const before = await readLastPosition(test.database);
      const eventIds = Array.from({ length: 20 }, (_, i) => `cut-${when}-${i}`);
      const outcomes = await write(cutOnce(when), eventIds);
      expect([...outcomes.values()].toSorted((a, b) => Number(a) - Number(b))).toEqual(
        eventIds.map((_, index) => before + 1 + index),
      );
      expect(await readLastPosition(test.database)).toBe(before + eventIds.length);
      for (const eventId of eventIds) {
        const answer = await readStoredAnswer(test.database, { ...shop, kind: 'purchase', eventId });
        expect(answer).toMatchObject({ position: outcomes.get(eventId), result: { answer: eventId } });
      }
    },
  );

  it('tells everybody at the deadline while no connection is to be had, and gives back the one that comes late', async () => {
    const { through, open, asked } = gated();
    const outcomes = await write(through, ['held', 'back'], performance.now() + 50);
    expect([...outcomes]).toEqual([
      ['held', 'unavailable'],
      ['back', 'unavailable'],
    ]);
    expect(asked()).toBeGreaterThan(0);
    open();
    expect((await write(pool, ['held'])).get('held')).toBeTypeOf('number');
  });

  it('never commits what a caller was told is not stored', async () => {
    const blocker = await test.database.pools.ingest.connect();
    await blocker.query('begin; select from stream for update');
    const outcomes: Outcomes = new Map();
    // A connection that has not appended yet: its first batch is written in steps, so that COMMIT is not sent yet.
    const fresh = createPool(test.database.ingestConfig, { name: 'log', max: 1 }, test.database.log);
    const writer = writerOver(fresh);
    const deadlineMs = patient();
    const early = waitingFor(['early'], deadlineMs - 1, outcomes);
    const writing = writer.write([...early, ...waitingFor(['late'], deadlineMs, outcomes)]);
    const blocked = () =>
      test.asAdmin(
        `select 1 from pg_stat_activity where application_name = 'redoubt log' and wait_event_type = 'Lock' and datname = $1`,
        [test.name],
      );
    await expect.poll(blocked, { timeout: PATIENCE_MS }).toHaveLength(1);
    writer.expire(deadlineMs - 1);
    expect([...outcomes]).toEqual([['early', 'unavailable']]);
    await blocker.query('rollback');
    blocker.release();
    await writing;
    await fresh.end();
    expect(outcomes.get('late')).toBeTypeOf('number');
    const answer = (eventId: string) => readStoredAnswer(test.database, { ...shop, kind: 'purchase', eventId });
    expect(await answer('early')).toBeUndefined();
    expect(await answer('late')).toMatchObject({ position: outcomes.get('late') });
  });

  it('says that the outcome is unknown where a COMMIT was sent and no answer comes', async () => {
    const { through, open, asked } = gated();
    let first = true;
    const connect = (): Promise<pg.PoolClient> => {
      if (!first) return through.connect();
      first = false;
      return cutOnce('after').connect();
    };
    const cut = new Proxy(pool, {
      get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name, target) as unknown)),
    });
    const outcomes: Outcomes = new Map();
    const writer = writerOver(cut);
    const deadlineMs = patient();
    const writing = writer.write(waitingFor(['doubtful'], deadlineMs, outcomes));
    await expect.poll(asked, { timeout: PATIENCE_MS }).toBe(1);
    writer.expire(deadlineMs);
    expect(outcomes.get('doubtful')).toBe('unknown');
    open();
    await writing;
    const again = await write(pool, ['doubtful']);
    const answer = await readStoredAnswer(test.database, { ...shop, kind: 'purchase', eventId: 'doubtful' });
    expect(answer?.position).toBe(again.get('doubtful'));
  });

  it('answers callers after their event is counted, also where the batch before it comes home later', async () => {
    const { through, committed, hear, end } = deafOnce();
    let onCommitted: CommitListener = () => undefined;
    const subscribe = (listener: CommitListener) => {
      onCommitted = listener;
      return () => undefined;
    };
    const feed = startContributionFeed(
      test.database,
      { onCommitted: subscribe },
      { after: await readLastPosition(test.database), apply: () => undefined, holdsAnswers: true },
    );
    const counted: (readonly [position: number, countedTo: number])[] = [];
    const waiting = (eventId: string): Waiting[] =>
      waitingFor([eventId], patient(), new Map()).map((entry) => ({
        ...entry,
        done: (position) => counted.push([position, feed.position()]),
      }));
    const writer = createBatchWriter(through, test.database.log, (batch) => onCommitted(batch));
    const first = writer.write(waiting('first of two'));
    await committed;
    await writer.write(waiting('second of two'));
    hear();
    await first;
    await expect.poll(() => counted, { timeout: PATIENCE_MS }).toHaveLength(2);
    for (const [position, countedTo] of counted) expect(countedTo).toBeGreaterThanOrEqual(position);
    await feed.close();
    await end();
  });
});
