import type { EntryShape } from '../aggregates.ts';
import { PARTITIONS } from '../port.ts';

/**
 * The header of a store that several threads read:
 *
 * | Bytes | Holds |
 * |---|---|
 * | 0 | sequence word: odd while the store is written |
 * | 4 | pieces handed out so far, modulo 2^32 |
 * | 8 | position of the last event counted, a double |
 * | 16 | for each partition a double, see `SlabStore` |
 */
export const SEQUENCE = 0;
export const PIECES = 1;
const POSITION_BYTE = 8;
const PARTITIONS_BYTE = 16;

export type MappedHeader = {
  readonly words: Int32Array;
  /** One number. */
  readonly position: Float64Array;
  readonly perPartition: Float64Array;
};

export const newHeaderBytes = (): SharedArrayBuffer => new SharedArrayBuffer(PARTITIONS_BYTE + 8 * PARTITIONS);

export const headerIn = (bytes: SharedArrayBuffer): MappedHeader => ({
  words: new Int32Array(bytes, 0, 2),
  position: new Float64Array(bytes, POSITION_BYTE, 1),
  perPartition: new Float64Array(bytes, PARTITIONS_BYTE, PARTITIONS),
});

/** Bytes that a store lies in: the table of a partition, in place of its earlier one, or one page more of a shape. */
export type Piece =
  | { readonly partition: number; readonly bytes: SharedArrayBuffer }
  | { readonly shape: EntryShape; readonly bytes: SharedArrayBuffer };

/** Pieces that are new, in the order in which they were made, and how many there were with them. */
export type PiecesMessage = { readonly pieces: readonly Piece[]; readonly count: number };
