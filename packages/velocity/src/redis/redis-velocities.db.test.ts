import {
  hasRedisServer,
  startRedisCluster,
  startRedisServer,
  type RedisCluster,
  type RedisServer,
} from '@redoubt/testing/redis';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '@redoubt/kernel';
import { AGGREGATES } from '../aggregates.ts';
import type { WindowReading } from '../entries/entry-runs.ts';
import { SlabStore } from '../store/slab-store.ts';
import { MemoryLog, type Added } from '../testing/memory-log.ts';
import { spanOf } from '../windows/window.ts';
import { openRedisVelocities, type RedisVelocities } from './redis-velocities.ts';

/** A slow machine gets as long as it needs; nothing here waits for a clock. */
const TIMEOUT_MS = 60_000;
vi.setConfig({ testTimeout: 180_000 });
const START_S = Date.UTC(2026, 2, 14, 11, 4, 30) / 1000;
const DAY_S = 86_400;

/** Keys of every aggregate over a few shards, some of which share the low half of their hash. */
const keyOf = (number: number) => ({
  aggregate: AGGREGATES[number % AGGREGATES.length] ?? 'Count',
  lo: number % 7,
  hi: ((number * 37) % 256) * 0x0100_0000 + number,
});

/** Events of a few velocities each, some of them late. */
const crowd = (seed: number, count: number): readonly (readonly Added[])[] => {
  const random = seededRandom(seed);
  let second = START_S;
  return Array.from({ length: count }, () => {
    second += Math.floor(random() * 3000);
    const late = random() < 0.1 ? Math.floor(random() * 2 * DAY_S) : 0;
    return Array.from({ length: Math.floor(random() * 5) }, () => ({
      ...keyOf(Math.floor(random() * 40)),
      second: second - late,
      value: Math.floor(random() * 9),
    }));
  });
};

const newReading = (): WindowReading => ({ value: 0, uncertainEvents: 0, isEstimate: false });
const SPANS = (['1h', '1d', '7d', '90d'] as const).flatMap((text) => {
  const window = { amount: Number.parseInt(text, 10), unit: text.endsWith('h') ? 'h' : 'd' } as const;
  return [0, 6 * DAY_S].flatMap((ago) =>
    (['aligned', 'sliding'] as const).map((mode) => (endS: number) => spanOf(window, mode, endS - ago)),
  );
});

/** What every key holds in the store of this process, which the other has to agree with in everything. */
const slabReadings = (store: SlabStore, endS: number): readonly WindowReading[] =>
  Array.from({ length: 40 }, (_, number) => keyOf(number)).flatMap(({ lo, hi }) =>
    SPANS.map((span) => {
      const reading = newReading();
      store.read(lo, hi, span(endS), reading);
      return reading;
    }),
  );

const redisReadings = async (node: RedisVelocities, endS: number): Promise<readonly (WindowReading | undefined)[]> => {
  const event = node.open();
  const run = () =>
    Array.from({ length: 40 }, (_, number) => keyOf(number)).flatMap((key) =>
      SPANS.map((span) => {
        const reading = newReading();
        return event.read(key, span(endS), reading) ? reading : undefined;
      }),
    );
  for (;;) {
    const readings = run();
    const fetching = event.fetchMissing();
    if (fetching === undefined) return readings;
    await fetching;
  }
};

const slabOf = async (log: MemoryLog): Promise<SlabStore> => {
  const store = new SlabStore();
  const all = await log.read(0, Number.MAX_SAFE_INTEGER);
  for (const { eventTimeMs, contributions } of all?.events ?? []) {
    for (let at = 0; at < contributions.length; at += 4) {
      const [code = 0, lo = 0, hi = 0, value = 0] = contributions.slice(at, at + 4);
      store.add(AGGREGATES[code] ?? 'Count', lo, hi, eventTimeMs / 1000, value);
    }
  }
  return store;
};

const LAST_S = START_S + 400 * 3000;
let names = 0;
const open: RedisVelocities[] = [];

/** A node of its own on a log, begun and up to date. */
const startNode = async (url: string, log: MemoryLog, name: string, readTimeoutMs = TIMEOUT_MS) => {
  names += 1;
  const node = await openRedisVelocities({
    url,
    name,
    node: `node-${names}`,
    log,
    readTimeoutMs,
    onProblem: () => undefined,
  });
  open.push(node);
  const caughtUp = async (): Promise<void> => {
    for (let batch = await log.read(node.position(), 50); batch; batch = await log.read(node.position(), 50)) {
      node.take(batch);
    }
  };
  await node.start(caughtUp);
  return { node, caughtUp };
};

afterEach(async () => {
  for (const node of open.splice(0)) await node.close();
});

describe.skipIf(!hasRedisServer)('velocities in Redis', () => {
  let single: RedisServer;
  let cluster: RedisCluster;
  beforeAll(async () => {
    single = await startRedisServer();
    cluster = await startRedisCluster();
  });
  afterAll(async () => {
    await single.stop();
    await cluster.stop();
  });
  const urlOf = (kind: 'server' | 'cluster'): string => (kind === 'server' ? single.url : cluster.url);

  describe.each(['server', 'cluster'] as const)('of one %s', (kind) => {
    it('hold at every moment and on every node what the store in process holds', async () => {
      const log = new MemoryLog();
      const name = `equal-${kind}`;
      const first = await startNode(urlOf(kind), log, name);
      const second = await startNode(urlOf(kind), log, name);
      const events = crowd(1, 400);
      for (let from = 0; from < events.length; from += 40) {
        log.append(...events.slice(from, from + 40));
        const expected = slabReadings(await slabOf(log), LAST_S);
        const { node } = from % 80 === 0 ? first : second;
        expect(await redisReadings(node, LAST_S)).toEqual(expected);
      }
      const healthy = { nodes: 2, lostShards: 0, shardsInBuilding: 0, unreadValues: 0 };
      await expect.poll(() => first.node.statistics(), { timeout: TIMEOUT_MS }).toMatchObject(healthy);
      expect(second.node.statistics()).toMatchObject(healthy);
      expect(first.node.statistics().ownShards + second.node.statistics().ownShards).toBe(256);
    });

    it('are whole in Redis itself once they have settled, for a node that never saw the events', async () => {
      const log = new MemoryLog();
      log.append(...crowd(2, 300));
      const { node, caughtUp } = await startNode(urlOf(kind), log, `settled-${kind}`);
      log.append(...crowd(3, 100));
      await caughtUp();
      await node.settled();
      await node.close();
      const later = await startNode(urlOf(kind), log, `settled-${kind}`);
      expect(later.node.startsAt).toBe(400);
      expect(await redisReadings(later.node, LAST_S)).toEqual(slabReadings(await slabOf(log), LAST_S));
    });

    it('agree past every cap', async () => {
      const log = new MemoryLog();
      const crowded = (['Count', 'StdDev', 'Max', 'First', 'DistinctCount'] as const).map((aggregate, index) => ({
        aggregate,
        lo: index,
        hi: 0x4200_0000 + index,
      }));
      const random = seededRandom(9);
      let second = START_S;
      for (let event = 0; event < 20_000; event += 1) {
        second += Math.floor(random() * 300);
        const value = Math.floor(random() * 1e9);
        log.append(crowded.map((key) => ({ ...key, second: second - (event % 50 === 0 ? 4000 : 0), value })));
      }
      const { node } = await startNode(urlOf(kind), log, `caps-${kind}`);
      const store = await slabOf(log);
      const event = node.open();
      const read = () =>
        crowded.flatMap((key) =>
          SPANS.map((span) => {
            const reading = newReading();
            return event.read(key, span(second), reading) ? reading : undefined;
          }),
        );
      read();
      await event.fetchMissing();
      const expected = crowded.flatMap(({ lo, hi }) =>
        SPANS.map((span) => {
          const reading = newReading();
          store.read(lo, hi, span(second), reading);
          return reading;
        }),
      );
      expect(read()).toEqual(expected);
      expect(expected.some(({ isEstimate }) => isEstimate)).toBe(true);
      expect(expected.some(({ uncertainEvents }) => uncertainEvents > 0)).toBe(true);
    });
  });

  it('begin again from the log when Redis has lost everything', async () => {
    const log = new MemoryLog();
    log.append(...crowd(4, 200));
    const { node, caughtUp } = await startNode(single.url, log, 'flushed');
    log.append(...crowd(5, 100));
    await caughtUp();
    await node.settled();
    await single.command('FLUSHALL');
    const expected = slabReadings(await slabOf(log), LAST_S);
    await expect.poll(() => redisReadings(node, LAST_S), { timeout: TIMEOUT_MS }).toEqual(expected);
  });

  it('take again what a server lost that fell back to an earlier state', async () => {
    const log = new MemoryLog();
    log.append(...crowd(6, 200));
    const { node, caughtUp } = await startNode(single.url, log, 'fallen');
    const keys = (await single.command('KEYS', '{redoubt.fallen.*')) as string[];
    const dumps = await Promise.all(keys.map((key) => single.command('COPY', key, `kept ${key}`)));
    expect(dumps.every((copied) => copied === 1)).toBe(true);
    log.append(...crowd(7, 150));
    await caughtUp();
    await node.settled();
    for (const key of (await single.command('KEYS', '{redoubt.fallen.*')) as string[]) await single.command('DEL', key);
    await Promise.all(keys.map((key) => single.command('RENAME', `kept ${key}`, key)));
    const expected = slabReadings(await slabOf(log), LAST_S);
    await expect.poll(() => redisReadings(node, LAST_S), { timeout: TIMEOUT_MS }).toEqual(expected);
    await node.settled();
    await node.close();
    const { node: later } = await startNode(single.url, log, 'fallen');
    expect(await redisReadings(later, LAST_S)).toEqual(expected);
  });

  it('start over where the log is shorter than what was counted of it', async () => {
    const longer = new MemoryLog();
    longer.append(...crowd(8, 300));
    const before = await startNode(single.url, longer, 'restored');
    await before.node.settled();
    await before.node.close();
    const restored = new MemoryLog();
    restored.append(...crowd(10, 120));
    // Time enough to take what stands in Redis for readable.
    const tellEnd = restored.lastPosition;
    restored.lastPosition = async () => {
      await delay(200);
      return tellEnd();
    };
    const { node } = await startNode(single.url, restored, 'restored');
    expect(await redisReadings(node, LAST_S)).toEqual(slabReadings(await slabOf(restored), LAST_S));
  });

  it('count each event once although two nodes believe a shard to be theirs', async () => {
    const log = new MemoryLog();
    const [one, other] = [await startNode(single.url, log, 'fight'), await startNode(single.url, log, 'fight')];
    const fight = async (): Promise<void> => {
      // Neither sees the other: each takes every shard for its own.
      await single.command('DEL', '{redoubt.fight.1}.nodes');
    };
    for (const events of [crowd(11, 100), crowd(12, 100), crowd(13, 100)]) {
      log.append(...events);
      await fight();
      await Promise.all([one.caughtUp(), other.caughtUp()]);
      await Promise.all([one.node.settled(), other.node.settled()]);
    }
    await Promise.all([one.node.close(), other.node.close()]);
    const { node } = await startNode(single.url, log, 'fight');
    expect(await redisReadings(node, LAST_S)).toEqual(slabReadings(await slabOf(log), LAST_S));
  });

  it('forget keys that no window can reach any more', async () => {
    const log = new MemoryLog();
    log.append(...crowd(14, 50));
    const { node } = await startNode(single.url, log, 'expiring');
    await node.settled();
    const [key = ''] = (await single.command('KEYS', '{redoubt.expiring.1.0.*.at')) as string[];
    const leftS = Number(await single.command('TTL', key));
    expect(leftS).toBeGreaterThan(97 * DAY_S);
    expect(leftS).toBeLessThanOrEqual(98 * DAY_S);
  });
});

describe.skipIf(!hasRedisServer)('a Redis that is lost', () => {
  it('leaves values unread until it is back, and delays no decision', async () => {
    const server = await startRedisServer();
    try {
      const log = new MemoryLog();
      log.append(...crowd(20, 100));
      const { node } = await startNode(server.url, log, 'lost', 300);
      const expected = slabReadings(await slabOf(log), LAST_S);
      await expect.poll(() => redisReadings(node, LAST_S), { timeout: TIMEOUT_MS }).toEqual(expected);

      await server.kill();
      await expect
        .poll(async () => (await redisReadings(node, LAST_S)).every((reading) => reading === undefined), {
          timeout: TIMEOUT_MS,
        })
        .toBe(true);
      await expect.poll(() => node.statistics().lostShards, { timeout: TIMEOUT_MS }).toBe(256);
      expect(node.statistics().unreadValues).toBeGreaterThan(0);

      await server.start();
      await expect.poll(() => redisReadings(node, LAST_S), { timeout: TIMEOUT_MS }).toEqual(expected);

      const goOn = server.pause();
      const unread = await redisReadings(node, LAST_S);
      goOn();
      expect(unread.every((reading) => reading === undefined)).toBe(true);
      await expect.poll(() => redisReadings(node, LAST_S), { timeout: TIMEOUT_MS }).toEqual(expected);
    } finally {
      await server.stop();
    }
  });

  it('takes only its own shards with it in a cluster, and gives them back', async () => {
    const cluster = await startRedisCluster({ options: ['--cluster-require-full-coverage', 'no'] });
    try {
      const log = new MemoryLog();
      log.append(...crowd(21, 100));
      const { node } = await startNode(cluster.url, log, 'part', 1000);
      const expected = slabReadings(await slabOf(log), LAST_S);
      const lost = cluster.servers[1];
      if (!lost) throw new Error('there are three servers');
      await lost.kill();
      await expect
        .poll(async () => (await redisReadings(node, LAST_S)).filter((reading) => reading === undefined).length, {
          timeout: TIMEOUT_MS,
        })
        .toSatisfy((unread: number) => unread > 0 && unread < expected.length);
      const readings = await redisReadings(node, LAST_S);
      expect(
        readings.every((reading, index) => reading === undefined || reading.value === expected[index]?.value),
      ).toBe(true);
      await lost.start();
      await expect.poll(() => redisReadings(node, LAST_S), { timeout: TIMEOUT_MS }).toEqual(expected);
    } finally {
      await cluster.stop();
    }
  });

  it('comes back as its replica, and what that never got is taken again', async () => {
    const cluster = await startRedisCluster({ replicas: true });
    try {
      const log = new MemoryLog();
      log.append(...crowd(22, 150));
      const { node, caughtUp } = await startNode(cluster.url, log, 'failing-over', 1000);
      const [master, , , replica] = cluster.servers;
      if (!master || !replica) throw new Error('there are three servers and their replicas');
      const offsetOf = async (server: RedisServer): Promise<number> =>
        Number(/^(?:slave|master)_repl_offset:(\d+)/m.exec(String(await server.command('INFO', 'replication')))?.[1]);
      // The replica stands still, without a connection, while more is written: it takes over knowing nothing of it.
      const goOn = replica.pause();
      await master.command('CLIENT', 'KILL', 'TYPE', 'replica');
      log.append(...crowd(23, 150));
      await caughtUp();
      await node.settled();
      const written = await offsetOf(master);
      await master.kill();
      goOn();
      expect(await offsetOf(replica)).toBeLessThan(written);
      const expected = slabReadings(await slabOf(log), LAST_S);
      await expect.poll(() => redisReadings(node, LAST_S), { timeout: TIMEOUT_MS }).toEqual(expected);
      await node.settled();
      await node.close();
      const { node: later } = await startNode(cluster.url, log, 'failing-over');
      expect(await redisReadings(later, LAST_S)).toEqual(expected);
    } finally {
      await cluster.stop();
    }
  });
});
