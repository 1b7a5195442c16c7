import { createSnapshotReader, createSnapshotWriter, SlabStore } from '@redoubt/velocity';

export type SnapshotFigures = {
  readonly bytes: number;
  /**
   * A slice is one piece: what is written between two decisions. Those in which the system let another program have the
   * processor are left out: their time is not the store's.
   */
  readonly p99SliceMs: number;
  readonly longestSliceMs: number;
  /** Processor time of all pieces. */
  readonly writeMs: number;
  readonly readMs: number;
};

const PART_BYTES = 512 * 1024;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const interruptions = (): number => process.resourceUsage().involuntaryContextSwitches;

/** Writes a store piece by piece, as a node does between decisions, and reads it into an empty one. */
export const measureSnapshot = (store: SlabStore): SnapshotFigures => {
  const writer = createSnapshotWriter(store);
  const parts: Uint8Array[] = [];
  const slices: number[] = [];
  const writeStartMs = cpuMs();
  for (let hasMore = true; hasMore;) {
    const before = interruptions();
    const startMs = performance.now();
    hasMore = writer.writeNext(1);
    if (writer.pending() >= PART_BYTES || !hasMore) parts.push(writer.take());
    const tookMs = performance.now() - startMs;
    if (interruptions() === before) slices.push(tookMs);
  }
  const writeMs = cpuMs() - writeStartMs;
  slices.sort((a, b) => a - b);
  const readStartMs = cpuMs();
  const reader = createSnapshotReader(new SlabStore());
  for (const part of parts) reader.read(part);
  reader.end();
  const readMs = cpuMs() - readStartMs;
  return {
    bytes: parts.reduce((sum, { length }) => sum + length, 0),
    p99SliceMs: slices[Math.floor(slices.length * 0.99)] ?? 0,
    longestSliceMs: slices.at(-1) ?? 0,
    writeMs,
    readMs,
  };
};
