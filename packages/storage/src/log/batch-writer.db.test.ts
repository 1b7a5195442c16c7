import { newId } from '@redoubt/kernel';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../database/pools.ts';
import { createBatchWriter, type Waiting } from './batch-writer.ts';
import { DEFAULT_LOG_OPTIONS } from './log-options.ts';
import { bodyHashOf } from './log.ts';
import { readLastPosition, readStoredAnswer } from './read-log.ts';
import { encodeEvent, encodeHead } from './segment-codec.ts';

const test = useDatabase();
const shop = { tenantId: newId(), environmentId: newId() };

let pool: pg.Pool;
beforeAll(() => {
  pool = createPool(test.database.ingestConfig, { name: 'log', max: 1 }, test.database.log);
});
afterAll(() => pool.end());

/** Writes events through a pool and tells what became of each: its position, or why it failed. */
const write = async (through: pg.Pool, eventIds: readonly string[]): Promise<Map<string, number | string>> => {
  const outcomes = new Map<string, number | string>();
  const waiting = eventIds.map((eventId): Waiting => {
    const event = aPurchase(shop, { eventId, result: { answer: eventId } });
    return {
      ...shop,
      kindCode: 1,
      eventId,
      writeOnce: true,
      bodyHash: bodyHashOf(event.requestText),
      text: encodeEvent(event, encodeHead(event)),
      deadlineMs: performance.now() + 5000,
      done: (position) => outcomes.set(eventId, position),
      failed: (reason) => outcomes.set(eventId, reason),
    };
  });
  await createBatchWriter(through, DEFAULT_LOG_OPTIONS, test.database.log, () => undefined).write(waiting);
  return outcomes;
};

/** The pool, with a wire that is cut once: right after COMMIT took effect, or right before it is sent. */
const cutOnce = (when: 'after' | 'before'): pg.Pool => {
  let cut = false;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const original = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const query = async (...args: unknown[]): Promise<unknown> => {
      if (args[0] !== 'commit' || cut) return original(...args);
      cut = true;
      if (when === 'after') await original(...args);
      (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    };
    return new Proxy(client, {
      get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name, target) as unknown)),
    });
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name, target) as unknown)),
  });
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
});
