import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** The same work done by Redis as one would do it by hand: a sorted set per key, scored by second. */
export type VelocityPeer = {
  /** Events per second, the median of the rounds. */
  readonly measure: (load: {
    readonly velocities: number;
    readonly startS: number;
    readonly rounds: number;
  }) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Fewer keys than the store has to hold: it favours Redis. */
const KEYS = 200_000;
const FILL_PER_PIPELINE = 5000;
const EVENTS = 4000;
const IN_FLIGHT = 16;
const HOUR_S = 3600;
const WEEK_S = 7 * 86_400;

const ready = async (redis: Redis): Promise<void> => {
  for (;;) {
    try {
      await redis.ping();
      return;
    } catch {
      await delay(20);
    }
  }
};

/** A Redis of its own on a unix socket, without persistence; null where there is no `redis-server`. */
export const startRedisPeer = async (): Promise<VelocityPeer | null> => {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-bench-'));
  const path = join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const redis = new Redis({ path, retryStrategy: () => 20, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  await ready(redis);

  const fill = async (startS: number): Promise<void> => {
    for (let from = 0; from < KEYS; from += FILL_PER_PIPELINE) {
      const pipeline = redis.pipeline();
      for (let key = from; key < from + FILL_PER_PIPELINE; key += 1) pipeline.zadd(`k${key}`, startS, `${key}`);
      await pipeline.exec();
    }
  };

  const one = async (event: number, velocities: number, startS: number): Promise<void> => {
    const second = startS + 200_000 + Math.floor(event / 200);
    const pipeline = redis.pipeline();
    for (let velocity = 0; velocity < velocities; velocity += 1) {
      const key = `k${(event * 7919 + velocity * 104_729) % KEYS}`;
      pipeline.zcount(key, `(${second - HOUR_S}`, second);
      pipeline.zcount(key, `(${second - WEEK_S}`, second);
      pipeline.zadd(key, second, `${event}`);
    }
    await pipeline.exec();
  };

  return {
    measure: async ({ velocities, startS, rounds }) => {
      await fill(startS);
      const rates: number[] = [];
      let next = 0;
      for (let round = 0; round < rounds; round += 1) {
        const end = next + EVENTS;
        const startMs = performance.now();
        const lane = async (): Promise<void> => {
          while (next < end) {
            next += 1;
            await one(next, velocities, startS);
          }
        };
        await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
        rates.push((EVENTS * 1000) / (performance.now() - startMs));
      }
      return rates.toSorted((a, b) => a - b)[rounds >> 1] ?? 0;
    },
    stop: async () => {
      redis.disconnect();
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
