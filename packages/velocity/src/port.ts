/** The store is divided by the first byte of key hashes; each part knows the position it stands at. */
export const PARTITIONS = 256;

/** How much a store holds; the numbers behind the metrics. */
export type VelocityStoreStatistics = {
  readonly keys: number;
  readonly entries: number;
  /** Bytes of everything the store has taken from the system. */
  readonly bytes: number;
  /** Keys dropped to stay within the memory limit. */
  readonly droppedKeys: number;
};
