export { type Aggregate, AGGREGATES, aggregateNamed } from './aggregates.ts';
export type { WindowReading } from './entries/entry-runs.ts';
export {
  GraphStore,
  type GraphEvent,
  type GraphKey,
  type GraphNode,
  type GraphOptions,
  type GraphStatistics,
} from './graph/graph-store.ts';
export { MOST_PLACES } from './graph/reads.ts';
export { FIRST_LINKABLE_KIND, HIGHEST_KIND } from './graph/nodes.ts';
export { MappedMemory, type StoreMapping } from './mapped/mapped-memory.ts';
export { MappedStore, type MappedOutcome, type StoreState } from './mapped/mapped-store.ts';
export { halfSipHash, type HashHalves, type HashSecret } from './hashing/half-sip-hash.ts';
export { seriesHasher, type SeriesHasher } from './hashing/series-hasher.ts';
export type { VelocityStoreStatistics } from './port.ts';
export { createSnapshotReader, type RestoredPositions } from './snapshot/snapshot-reader.ts';
export { createSnapshotWriter, SNAPSHOT_FORMAT } from './snapshot/snapshot-writer.ts';
export { RedisUnusable } from './redis/redis-connection.ts';
export {
  openRedisVelocities,
  type RedisVelocities,
  type RedisVelocitiesOptions,
  type RedisVelocitiesStatistics,
} from './redis/redis-velocities.ts';
export { SlabStore } from './store/slab-store.ts';
export { estimateBytes } from './store/estimate-bytes.ts';
export {
  parseWindow,
  type SecondSpan,
  spanOf,
  type VelocityWindow,
  WINDOW_MODES,
  type WindowMode,
  windowSeconds,
  type WindowUnit,
} from './windows/window.ts';
