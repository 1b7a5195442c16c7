import type { SharedVelocityStatistics, VelocityStatistics } from '@redoubt/services';
import type { Metrics } from './metrics.ts';

const SAME_SCRAPE_MS = 1000;

type Show<Numbers> = (name: string, help: string, of: (numbers: Numbers) => number) => void;

/** One look serves all numbers of a scrape: going over all keys takes milliseconds where there are millions. */
const showing = <Numbers>(metrics: Metrics, statistics: () => Numbers): Show<Numbers> => {
  let seen: { readonly numbers: Numbers; readonly atMs: number } | undefined;
  const look = (): Numbers => {
    const nowMs = performance.now();
    if (seen === undefined || nowMs - seen.atMs > SAME_SCRAPE_MS) seen = { numbers: statistics(), atMs: nowMs };
    return seen.numbers;
  };
  return (name, help, of) => metrics.observe(`redoubt_velocity_${name}`, help, () => of(look()));
};

/** Registers the numbers of velocities that are kept in this process. */
export const observeOwnVelocities = (metrics: Metrics, statistics: () => VelocityStatistics): void => {
  const show = showing(metrics, statistics);
  show('keys', 'Keys that velocities are counted for.', ({ keys }) => keys);
  show('entries', 'Entries of all keys: seconds that had events, or distinct values.', ({ entries }) => entries);
  show('bytes', 'Memory that velocities have taken.', ({ bytes }) => bytes);
  show('limit_bytes', 'Memory at which keys are dropped (VELOCITY_MEMORY_MB).', ({ maxBytes }) => maxBytes);
  show('dropped_keys', 'Keys dropped to stay within the memory limit.', ({ droppedKeys }) => droppedKeys);
  show('position', 'Position in the log up to which velocities are counted.', ({ position }) => position);
  show('snapshot_position', 'Position that a start would count from.', ({ snapshotPosition }) => snapshotPosition);
};

/** Registers the numbers of velocities that nodes share in Redis. */
export const observeSharedVelocities = (metrics: Metrics, statistics: () => SharedVelocityStatistics): void => {
  const show = showing(metrics, statistics);
  show('position', 'Position in the log up to which decisions see events.', ({ position }) => position);
  show('nodes', 'Nodes that share velocities in Redis, this one included.', ({ nodes }) => nodes);
  show('own_shards', 'Shards, of 256, that this node writes.', ({ ownShards }) => ownShards);
  show(
    'lost_shards',
    'Shards in Redis that cannot be reached; their values count as 0.',
    ({ lostShards }) => lostShards,
  );
  show('building_shards', 'Shards that are built from the log and count as 0 until then.', (n) => n.shardsInBuilding);
  show('lag_events', 'Events Redis has yet to take. Decisions see them nevertheless.', ({ lagEvents }) => lagEvents);
  show('tail_contributions', 'Contributions this node holds for Redis.', (numbers) => numbers.tailContributions);
  show('unread_values', 'Values decisions had to do without since the start.', ({ unreadValues }) => unreadValues);
};

/** What an operator should know although decisions go on; nothing where all is well. */
export const degradedReasonsOf = ({ lostShards, shardsInBuilding }: SharedVelocityStatistics): readonly string[] => [
  ...(lostShards > 0 ? [`Redis: ${lostShards} of 256 shards cannot be reached; their velocities count as 0.`] : []),
  ...(shardsInBuilding > 0
    ? [`Redis: ${shardsInBuilding} of 256 shards are built from the log; their velocities count as 0 until then.`]
    : []),
];
