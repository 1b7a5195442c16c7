import { invariant } from '@redoubt/kernel';
import { ByteReader } from '../codec/byte-reader.ts';
import { PARTITIONS } from '../port.ts';
import type { SlabStore } from '../store/slab-store.ts';
import { KEYS_PIECE, shareOf, STATE_PIECE } from './piece.ts';

/** Where the keys of a store stand that was filled from a snapshot. */
export type RestoredPositions = {
  /** Every key holds what the log held up to here. */
  readonly lowest: number;
  /** No key holds anything of what came after. */
  readonly highest: number;
  /** The position up to which a key holds what happened. */
  readonly of: (lo: number, hi: number) => number;
};

/** Fills an empty store with the pieces of a snapshot. */
type SnapshotReader = {
  /** Takes what one `take` of the writer gave. @throws where it is torn. */
  readonly read: (bytes: Uint8Array) => void;
  /** @throws where a piece is missing. */
  readonly end: () => RestoredPositions;
};

type Shares = { readonly bits: number; readonly positions: Float64Array };

export const createSnapshotReader = (store: SlabStore): SnapshotReader => {
  const partitions: (Shares | undefined)[] = Array.from({ length: PARTITIONS });
  let hasState = false;

  const readShare = (from: ByteReader): void => {
    const [partition, bits, share] = [from.byte(), from.byte(), from.unsigned()];
    const shares = partitions[partition] ?? { bits, positions: new Float64Array(1 << bits).fill(-1) };
    invariant(shares.bits === bits && shares.positions[share] === -1, 'a snapshot holds each piece once');
    partitions[partition] = shares;
    shares.positions[share] = from.unsigned();
    for (let left = from.unsigned(); left > 0; left -= 1) {
      const [lo, hi] = [from.word(), from.word()];
      invariant(hi >>> 24 === partition && shareOf(lo, bits) === share, 'a key lies in its piece');
      store.readKey(lo, hi, from);
    }
  };

  return {
    read: (bytes) => {
      const from = new ByteReader(bytes);
      while (!from.isAtEnd) {
        const kind = from.byte();
        invariant(kind === KEYS_PIECE || kind === STATE_PIECE, 'a snapshot holds known pieces');
        if (kind === KEYS_PIECE) readShare(from);
        else {
          store.readState(from);
          hasState = true;
        }
      }
    },
    end: () => {
      let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
      for (const shares of partitions) {
        invariant(shares !== undefined && !shares.positions.includes(-1), 'a snapshot holds every piece');
        for (const position of shares.positions) {
          lowest = Math.min(lowest, position);
          highest = Math.max(highest, position);
        }
      }
      invariant(hasState, 'a snapshot holds every piece');
      return {
        lowest,
        highest,
        of: (lo, hi) => {
          const shares = partitions[hi >>> 24];
          return shares?.positions[shareOf(lo, shares.bits)] ?? 0;
        },
      };
    },
  };
};
