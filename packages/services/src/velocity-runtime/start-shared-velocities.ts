import {
  BootError,
  type Database,
  type Log,
  readContributions,
  readLastPosition,
  readLogIdentity,
  startContributionFeed,
} from '@redoubt/storage';
import {
  openRedisVelocities,
  type RedisVelocities,
  type RedisVelocitiesOptions,
  type RedisVelocitiesStatistics,
  RedisUnusable,
  spanOf,
  type WindowReading,
} from '@redoubt/velocity';
import { newId } from '@redoubt/kernel';
import { createHmac } from 'node:crypto';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import { createVelocityKeys, secondOf, velocityValueOf } from './velocity-keys.ts';
import type { VelocityRuntime } from './velocity-runtime.ts';

export type SharedVelocityStatistics = RedisVelocitiesStatistics & {
  /** Position of the last event that decisions see. */
  readonly position: number;
};

/** Velocities that several nodes share. */
export type SharedVelocities = {
  readonly runtime: Pick<VelocityRuntime, 'viewAt' | 'encode'>;
  readonly statistics: () => SharedVelocityStatistics;
  /** Resolves once Redis holds everything that the log held when it was called. */
  readonly settled: () => Promise<void>;
  /** See `RedisVelocities`. */
  readonly records: RedisVelocities['records'];
  readonly close: () => Promise<void>;
};

export type SharedVelocitiesOptions = {
  /** Behind the hashes of keys, see `createVelocityKeys`. */
  readonly installationKey: HashingKey;
  /** `REDIS_URL`. */
  readonly url: string;
  /** Longest a decision waits for Redis in one round. */
  readonly readTimeoutMs: number;
};

/** Nodes share a store where log and installation key are the same. */
const nameOf = async (database: Database, installationKey: string): Promise<string> =>
  createHmac('sha256', installationKey)
    .update(`velocities of ${await readLogIdentity(database)}`)
    .digest('hex')
    .slice(0, 12);

const openStore = async (options: RedisVelocitiesOptions): Promise<RedisVelocities> => {
  try {
    return await openRedisVelocities(options);
  } catch (error) {
    throw error instanceof RedisUnusable ? new BootError(error.message, { cause: error }) : error;
  }
};

const runtimeOf = (shared: RedisVelocities, installationKey: HashingKey): SharedVelocities['runtime'] => {
  const keys = createVelocityKeys(installationKey);
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  return {
    encode: keys.encode,
    viewAt: (tenantId, eventTimeMs) => {
      const event = shared.open();
      const second = secondOf(eventTimeMs);
      return {
        port: {
          read: (velocity, key, amount, unit, current) => {
            const span = spanOf({ amount, unit }, velocity.windowMode, second);
            const contribution = current?.();
            const { aggregate } = velocity;
            const trial = contribution && { aggregate, value: keys.valueOf(tenantId, contribution) };
            const isRead = event.read(keys.hash(tenantId, velocity, key), span, reading, trial);
            return isRead ? velocityValueOf(reading) : undefined;
          },
        },
        position: () => event.position,
        fetchMissing: () => event.fetchMissing(),
      };
    },
  };
};

/**
 * Makes this process one of the nodes that share velocities in Redis. Resolves once every value can be read, at once
 * unless they have to be built from the log.
 *
 * @throws `BootError` where Redis cannot be used.
 */
export const startSharedVelocities = async (
  database: Database,
  log: Pick<Log, 'onCommitted'> | undefined,
  { installationKey, url, readTimeoutMs }: SharedVelocitiesOptions,
): Promise<SharedVelocities> => {
  const shared = await openStore({
    url,
    name: await nameOf(database, hashingKeysOf(installationKey).installation),
    node: newId(),
    log: {
      lastPosition: () => readLastPosition(database),
      read: (after, maxEvents) => readContributions(database, after, maxEvents),
    },
    readTimeoutMs,
    onProblem: (error) => database.log.error({ err: error }, 'velocities in Redis cannot be kept up; trying again'),
  });
  const feed = startContributionFeed(database, log, { after: shared.startsAt, apply: shared.take });
  const close = async (): Promise<void> => {
    await feed.close();
    await shared.close();
  };
  try {
    await shared.start(feed.caughtUp);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    runtime: runtimeOf(shared, installationKey),
    statistics: () => ({ ...shared.statistics(), position: shared.position() }),
    settled: async () => {
      await feed.caughtUp();
      await shared.settled();
    },
    records: shared.records,
    close,
  };
};
