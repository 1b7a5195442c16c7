import type { EntryShape } from '../aggregates.ts';
import { PARTITIONS } from '../port.ts';

/** Gives a store the bytes that its tables and pages lie in, all zeros. */
export type StoreMemory = {
  /** For the key table of a partition, in place of the bytes that it had before. */
  readonly table: (partition: number, bytes: number) => ArrayBufferLike;
  /** For one page more of a shape. */
  readonly page: (shape: EntryShape, bytes: number) => ArrayBufferLike;
  /** A number for each partition. */
  readonly perPartition: () => Float64Array;
};

/** Memory of this thread. */
export const OWN_MEMORY: StoreMemory = {
  table: (_partition, bytes) => new ArrayBuffer(bytes),
  page: (_shape, bytes) => new ArrayBuffer(bytes),
  perPartition: () => new Float64Array(PARTITIONS),
};
