export { type Aggregate, AGGREGATES, aggregateNamed } from './aggregates.ts';
export type { WindowReading } from './entries/entry-runs.ts';
export type { HashHalves, HashSecret } from './hashing/half-sip-hash.ts';
export { seriesHasher, type SeriesHasher } from './hashing/series-hasher.ts';
export type { VelocityStoreStatistics } from './port.ts';
export { createSnapshotReader, type RestoredPositions, type SnapshotReader } from './snapshot/snapshot-reader.ts';
export { createSnapshotWriter, SNAPSHOT_FORMAT, type SnapshotWriter } from './snapshot/snapshot-writer.ts';
export type { CountedBatch } from './redis/counted-batch.ts';
export { RedisUnusable } from './redis/redis-connection.ts';
export type { RedisReading } from './redis/redis-reading.ts';
export {
  openRedisVelocities,
  type RedisVelocities,
  type RedisVelocitiesOptions,
  type RedisVelocitiesStatistics,
} from './redis/redis-velocities.ts';
export type { ContributionLog } from './redis/shard-applier.ts';
export { SlabStore, type SlabStoreOptions } from './store/slab-store.ts';
export { estimateBytes } from './store/estimate-bytes.ts';
export {
  LARGEST_AMOUNT,
  parseWindow,
  type SecondSpan,
  spanOf,
  type VelocityWindow,
  WINDOW_MODES,
  type WindowMode,
  windowSeconds,
  type WindowUnit,
} from './windows/window.ts';
