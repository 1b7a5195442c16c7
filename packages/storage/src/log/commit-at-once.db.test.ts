import { newId } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../database/pools.ts';
import { createBatchWriter, type CommittedBatch, type Waiting } from './batch-writer.ts';
import type { LogEvent } from './log-event.ts';
import { bodyHashOf } from './log.ts';
import { kindCodeOf } from './log-event.ts';
import { readLastPosition, readStoredAnswer } from './read-log.ts';
import { encodeHead, encodeTexts } from './segment-codec.ts';

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };
/** More than a busy machine takes for anything here. */
const PATIENCE_MS = 20_000;

let pool: pg.Pool;
/** What was sent, by statement, newest last. */
let sent: string[];
let committed: CommittedBatch[];

const nameOf = (query: unknown): string =>
  typeof query === 'string' ? (query.split(';')[0] ?? query) : ((query as pg.QueryConfig).name ?? 'unnamed');

/** One connection, which notes what goes through it. */
beforeEach(async () => {
  pool = createPool(test.database.ingestConfig, { name: 'log', max: 1 }, test.database.log);
  sent = [];
  committed = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      sent.push(nameOf(args[0]));
      return query(...args);
    }) as typeof client.query;
  });
  // The first append reserves the number that later ones are sent under.
  await write([newId()]);
  sent = [];
});
afterEach(() => pool.end());

type Outcome = { readonly position: number; readonly duplicate: boolean } | string;
type Outcomes = Map<string, Outcome>;

const waitingFor = (events: readonly LogEvent[], outcomes: Outcomes, deadlineMs: number): Waiting[] =>
  events.map((event): Waiting => ({
    ...shop,
    kindCode: kindCodeOf(event.kind),
    eventId: event.eventId,
    writeOnce: event.kind === 'purchase',
    bodyHash: bodyHashOf(event.requestText),
    head: encodeHead(event),
    counted: { eventTimeMs: 0, contributions: [] },
    texts: encodeTexts(event),
    deadlineMs,
    done: (position, duplicate) => outcomes.set(event.eventId, { position, duplicate }),
    failed: (reason) => outcomes.set(event.eventId, reason),
  }));

const purchases = (eventIds: readonly string[]): LogEvent[] =>
  eventIds.map((eventId) => aPurchase(shop, { eventId, result: { answer: eventId } }));

const observation = (eventId: string): LogEvent => ({
  ...aRelatedEvent(shop, 'purchaseStatus', { purchaseId: 'p', body: { statusType: 'Approved' } }),
  eventId,
});

const writer = () => createBatchWriter(pool, test.database.log, (batch) => void committed.push(batch));

const writeEvents = async (events: readonly LogEvent[]): Promise<Outcomes> => {
  const outcomes: Outcomes = new Map();
  await writer().write(waitingFor(events, outcomes, performance.now() + PATIENCE_MS));
  return outcomes;
};
const write = (eventIds: readonly string[]): Promise<Outcomes> => writeEvents(purchases(eventIds));

const AT_ONCE = ['log-whole-1'];
const backends = () =>
  test.asAdmin<{ pid: number; waits: boolean }>(
    `select pid, wait_event_type = 'Lock' as waits from pg_stat_activity
      where application_name = 'redoubt log' and datname = $1`,
    [test.name],
  );

const cutWire = (client: pg.PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy: (error: Error) => void } } }).connection.stream.destroy(
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  );

/** The pool's one connection. */
const connection = async (): Promise<pg.PoolClient> => {
  const client = await pool.connect();
  client.release();
  return client;
};

const stored = (eventId: string) => readStoredAnswer(test.database, { ...shop, kind: 'purchase', eventId });

/** Holds the row that every commit needs. */
const blockStream = async () => {
  const blocker = await test.database.pools.ingest.connect();
  await blocker.query('begin; select from stream for update');
  return async () => {
    await blocker.query('rollback');
    blocker.release();
  };
};

describe('a batch that is sent at once', () => {
  it('is one statement, and the next one too', async () => {
    const before = await readLastPosition(test.database);
    expect([...(await write(['a', 'b'])).values(), ...(await write(['c'])).values()]).toEqual([
      { position: before + 1, duplicate: false },
      { position: before + 2, duplicate: false },
      { position: before + 3, duplicate: false },
    ]);
    expect(sent).toEqual([...AT_ONCE, ...AT_ONCE]);
    expect(await stored('b')).toMatchObject({ position: before + 2, result: { answer: 'b' } });
  });

  it('leaves nothing behind where an id was there before, and is then written without it', async () => {
    const before = await readLastPosition(test.database);
    await write(['first']);
    sent = [];
    const outcomes = await writeEvents([...purchases(['new', 'first', 'newer']), observation('status')]);
    expect(Object.fromEntries(outcomes)).toEqual({
      new: { position: before + 2, duplicate: false },
      first: { position: before + 1, duplicate: true },
      newer: { position: before + 3, duplicate: false },
      status: { position: before + 4, duplicate: false },
    });
    expect(sent.slice(0, AT_ONCE.length)).toEqual(AT_ONCE);
    expect(sent.slice(AT_ONCE.length)).toEqual([
      'begin',
      'log-identities',
      'unnamed',
      'unnamed',
      'log-append-1',
      'commit',
    ]);
    expect(await readLastPosition(test.database)).toBe(before + 4);
    expect(committed.at(-1)?.events).toHaveLength(3);
  });

  it('is written in steps where no event of it claims an id', async () => {
    await writeEvents([observation('status')]);
    expect(sent).toEqual(['begin', 'log-append-1', 'commit']);
  });

  it('is written in steps while repeated ids come', async () => {
    await write(['once']);
    const storm = writer();
    const outcomes: Outcomes = new Map();
    sent = [];
    for (const eventId of ['once', 'other', 'once'])
      await storm.write(waitingFor(purchases([eventId]), outcomes, performance.now() + PATIENCE_MS));
    expect(sent.filter((name) => name === 'log-whole-1')).toHaveLength(1);
  });
});

describe('a batch whose connection is lost on its way', () => {
  it('is found where it took effect meanwhile, and is no repetition of itself', async () => {
    const before = await readLastPosition(test.database);
    const unblock = await blockStream();
    const lost = await connection();
    const outcomes: Outcomes = new Map();
    const events = [...purchases(['held', 'with it']), observation('beside')];
    const writing = writer().write(waitingFor(events, outcomes, performance.now() + PATIENCE_MS));
    const waiting = async () => (await backends()).filter(({ waits }) => waits).length;
    await expect.poll(waiting, { timeout: PATIENCE_MS }).toBe(1);
    cutWire(lost);
    // The next attempt waits for the ids of the first one, whose backend has not noticed.
    await expect.poll(waiting, { timeout: PATIENCE_MS }).toBe(2);
    await unblock();
    await writing;
    expect([...outcomes.values()]).toEqual([1, 2, 3].map((step) => ({ position: before + step, duplicate: false })));
    expect(await readLastPosition(test.database)).toBe(before + 3);
    expect(committed.at(-1)).toMatchObject({ firstPosition: before + 1 });
    expect(committed.at(-1)?.events).toHaveLength(3);
  });

  it('takes effect no more where it is read after the next attempt', async () => {
    const before = await readLastPosition(test.database);
    const lost = await connection();
    const pid = (lost as unknown as { processID: number }).processID;
    process.kill(pid, 'SIGSTOP');
    try {
      const outcomes: Outcomes = new Map();
      const events = [...purchases(['late']), observation('late status')];
      const writing = writer().write(waitingFor(events, outcomes, performance.now() + PATIENCE_MS));
      await expect.poll(() => sent.at(-1), { timeout: PATIENCE_MS }).toBe('log-whole-1');
      cutWire(lost);
      await writing;
      expect([...outcomes.values()]).toEqual([1, 2].map((step) => ({ position: before + step, duplicate: false })));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const isGone = async () => (await backends()).every((each) => each.pid !== pid);
    await expect.poll(isGone, { timeout: PATIENCE_MS }).toBe(true);
    expect(await readLastPosition(test.database)).toBe(before + 2);
    expect(await stored('late')).toMatchObject({ position: before + 1 });
  });

  it('is stored in whole for those who wait, though a caller was answered meanwhile that the outcome is unknown', async () => {
    const before = await readLastPosition(test.database);
    const unblock = await blockStream();
    const outcomes: Outcomes = new Map();
    const waiter = writer();
    const deadlineMs = performance.now() + PATIENCE_MS;
    const early = waitingFor(purchases(['early']), outcomes, deadlineMs - 1);
    const writing = waiter.write([...early, ...waitingFor(purchases(['patient']), outcomes, deadlineMs)]);
    await expect
      .poll(async () => (await backends()).filter(({ waits }) => waits).length, { timeout: PATIENCE_MS })
      .toBe(1);
    waiter.expire(deadlineMs - 1);
    expect([...outcomes]).toEqual([['early', 'unknown']]);
    await unblock();
    await writing;
    expect(outcomes.get('patient')).toEqual({ position: before + 2, duplicate: false });
    expect(await stored('early')).toMatchObject({ position: before + 1 });
    expect((await write(['early'])).get('early')).toEqual({ position: before + 1, duplicate: true });
  });
});
