import { setTimeout as delay } from 'node:timers/promises';
import { withDeadline } from '@redoubt/kernel';
import { RecordWorkbench } from './record-workbench.ts';
import { coalesced } from './coalesced.ts';
import type { CountedBatch } from './counted-batch.ts';
import { NodeMembership } from './node-membership.ts';
import { connectRedis, type RedisClient } from './redis-connection.ts';
import { RedisReading } from './redis-reading.ts';
import { ShardApplier, type ContributionLog } from './shard-applier.ts';
import { shardOf, SHARDS, ShardStore, type KeyId, type ShardRead, type Standing } from './shard-store.ts';
import { VelocityTail } from './velocity-tail.ts';

export type RedisVelocitiesOptions = {
  /** See `parseRedisUrl`. */
  readonly url: string;
  /** Of the log: stores of different logs never meet. Letters, digits, dots and dashes. */
  readonly name: string;
  /** Of this node; no two nodes have the same. */
  readonly node: string;
  readonly log: ContributionLog;
  /** Longest a decision waits for Redis in one round. */
  readonly readTimeoutMs: number;
  /** Called when Redis fails; the store goes on trying. */
  readonly onProblem: (error: unknown) => void;
};

export type RedisVelocitiesStatistics = {
  /** Shards out of 256 that this node writes. */
  readonly ownShards: number;
  /** Nodes that share the store, this one included. */
  readonly nodes: number;
  /** Shards that could not be reached when last looked. */
  readonly lostShards: number;
  /** Shards that are being built from the log and cannot be read yet. */
  readonly shardsInBuilding: number;
  /** Events that the shard furthest behind has yet to take. Decisions do not miss them: the tail has them. */
  readonly lagEvents: number;
  /** Contributions kept in this process because Redis may not have them yet. */
  readonly tailContributions: number;
  /** Values that decisions had to do without so far. */
  readonly unreadValues: number;
};

/** Writing may take a while when much is new; no caller waits for it. */
const WRITE_TIMEOUT_MS = 5000;
/** A shard that failed is left alone so long, so that a server that stands still does not hold up every decision. */
const AVOID_MS = 500;
/** Events the tail begins before the end of the log at most when a node starts. */
const MOST_EVENTS_BEFORE = 20_000;
/** Format of records and keys; another one is another store. */
const FORMAT = 1;
const LOOK_MS = 20;

/** Undefined when the time is over, or the work failed. */
const within = <Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> =>
  withDeadline(
    ms,
    work.catch(() => undefined),
    () => undefined,
  );

/**
 * Velocities in Redis or Redis Cluster, shared by any number of nodes. The log stays the truth: each shard is written by
 * one node, by position; every node reads; and what Redis does not have yet, each node has from the log.
 */
export type RedisVelocities = {
  /** Position the events for `take` follow. */
  readonly startsAt: number;
  /** Takes events of the log, in order and without gap. */
  readonly take: (batch: CountedBatch) => void;
  /**
   * Begins to write, and waits until every shard can be read: at once unless they have to be built from the log.
   * `caughtUp` resolves once everything was taken that the log held when it was called.
   */
  readonly start: (caughtUp: () => Promise<void>) => Promise<void>;
  /** The velocities as one event reads them. */
  readonly open: () => RedisReading;
  /** Position of the last event taken. */
  readonly position: () => number;
  /** Waits until Redis has everything that was taken when it was called. */
  readonly settled: () => Promise<void>;
  /** Records as Redis has them, in the order of the keys; null for a key without events. */
  readonly records: (keys: readonly KeyId[]) => Promise<readonly (Uint8Array | null)[]>;
  readonly statistics: () => RedisVelocitiesStatistics;
  readonly close: () => Promise<void>;
};

/** Where the tail begins: as early as most shards need it, but not so early that a node takes long to start. */
const startOf = (standings: readonly (Standing | undefined)[], last: number): number => {
  const positions = standings.flatMap((standing) => (standing ? [standing.position] : []));
  return Math.min(last, Math.max(last - MOST_EVENTS_BEFORE, positions.length === 0 ? 0 : Math.min(...positions)));
};

/** Connects to Redis; `start` makes it a node. @throws `RedisUnusable` */
export const openRedisVelocities = async (options: RedisVelocitiesOptions): Promise<RedisVelocities> => {
  const clients = await connectRedis(options.url, [options.readTimeoutMs, WRITE_TIMEOUT_MS]);
  try {
    return await openWith(clients, options);
  } catch (error) {
    for (const client of clients) client.disconnect();
    throw error;
  }
};

const openWith = async (
  clients: readonly RedisClient[],
  { name: logName, node, log, readTimeoutMs, onProblem }: RedisVelocitiesOptions,
): Promise<RedisVelocities> => {
  const [reads, writes] = clients as readonly [RedisClient, RedisClient];
  const name = `redoubt.${logName}.${FORMAT}`;
  const membership = new NodeMembership(writes, name, node);
  const storeOf = (client: RedisClient, generation: string): ShardStore =>
    new ShardStore(client, `${name}.${generation}`);
  const begun = await storeOf(writes, await membership.renew()).standings();
  const tail = new VelocityTail(startOf(begun, await log.lastPosition()));
  const startsAt = tail.position;
  let isFailing = false;
  const applier = new ShardApplier({
    storeOf: (generation) => storeOf(writes, generation),
    membership,
    tail,
    log,
    onCycle: (error) => {
      // Reported once, not with every attempt.
      if (error !== undefined && !isFailing) onProblem(error);
      isFailing = error !== undefined;
    },
  });
  const workbench = new RecordWorkbench();
  const avoidUntilMs = new Map<number, number>();
  let unreadValues = 0;
  let caughtUp: () => Promise<void> = () => Promise.resolve();

  const fetch = async (shard: number, keys: readonly KeyId[]): Promise<ShardRead | undefined> => {
    if ((avoidUntilMs.get(shard) ?? 0) > performance.now()) return undefined;
    const read = await within(readTimeoutMs, storeOf(reads, applier.generation).read(shard, keys));
    if (read === undefined) avoidUntilMs.set(shard, performance.now() + AVOID_MS);
    else avoidUntilMs.delete(shard);
    return read;
  };
  const follow = async (): Promise<void> => {
    await within(readTimeoutMs, caughtUp());
  };
  const isReadable = (standing: Standing | undefined, shard: number): boolean =>
    standing !== undefined &&
    standing !== null &&
    standing.position >= standing.readableFrom &&
    (standing.position >= tail.position || tail.covers(shard, standing.position));
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await delay(LOOK_MS);
  };

  return {
    startsAt,
    take: (batch) => tail.take(batch),
    start: async (catchUp) => {
      caughtUp = coalesced(catchUp);
      await caughtUp();
      applier.start();
      await until(() => applier.standings.every(isReadable));
    },
    open: () =>
      new RedisReading({
        tail,
        workbench,
        fetch,
        follow,
        onUnread: (values) => {
          unreadValues += values;
        },
      }),
    position: () => tail.position,
    settled: async () => {
      const target = tail.position;
      await until(() => applier.standings.every((standing) => (standing?.position ?? -1) >= target));
    },
    records: async (keys) => {
      const store = storeOf(writes, applier.generation);
      return (await Promise.all(keys.map((key) => store.read(shardOf(key.hi), [key])))).map(
        ({ records: [record = null] }) => record,
      );
    },
    statistics: () => {
      const { standings } = applier;
      const positions = standings.flatMap((standing) => (standing ? [standing.position] : []));
      return {
        ownShards: SHARDS.filter((shard) => membership.owns(shard)).length,
        nodes: membership.members,
        lostShards: standings.filter((standing) => standing === undefined).length,
        shardsInBuilding: standings.filter((standing, shard) => standing !== undefined && !isReadable(standing, shard))
          .length,
        lagEvents: positions.length === 0 ? 0 : Math.max(0, tail.position - Math.min(...positions)),
        tailContributions: tail.size,
        unreadValues,
      };
    },
    close: async () => {
      await applier.close();
      for (const client of clients) client.disconnect();
    },
  };
};
