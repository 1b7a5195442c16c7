import { ByteWriter } from '../codec/byte-writer.ts';
import { type KeyTable, lengthOf } from '../memory/key-table.ts';
import type { SlabStore } from '../store/slab-store.ts';
import { KEYS_PIECE, shareOf, STATE_PIECE } from './piece.ts';

/**
 * Version of what a snapshot says and of how a store counts: raise it with either, and older snapshots are left aside for
 * the log.
 */
export const SNAPSHOT_FORMAT = 1;

/** Entries of a piece, about: less than a millisecond's work. */
const PIECE_ENTRIES = 3000;
/** What the head of a key costs, in entries. */
const KEY_COST = 3;
const MOST_SHARE_BITS = 16;

/** Writes a store piece by piece while it goes on counting. */
type SnapshotWriter = {
  /** Writes the next piece as the store stands now, at `position`; false where everything had been written. */
  readonly writeNext: (position: number) => boolean;
  /** Bytes written and not taken yet. */
  readonly pending: () => number;
  /** Takes whole pieces out. */
  readonly take: () => Uint8Array<ArrayBuffer>;
  /** Keys written so far. */
  readonly keys: () => number;
};

export const createSnapshotWriter = (store: SlabStore): SnapshotWriter => {
  const bytes = new ByteWriter();
  let keys = 0;
  let partition = 0;
  let share = 0;
  let bits = -1;
  let isDone = false;

  const costOf = (table: KeyTable): number => {
    let cost = 0;
    for (let slot = 0; slot < table.slots; slot += 1) {
      const length = lengthOf(table.word[slot] ?? 0);
      if (length > 0) cost += KEY_COST + (length === 1 ? store.pairsOf(table, slot) : length);
    }
    return cost;
  };

  const bitsFor = (table: KeyTable): number =>
    Math.min(MOST_SHARE_BITS, Math.ceil(Math.log2(Math.max(1, costOf(table) / PIECE_ENTRIES))));

  const writeShare = (table: KeyTable, position: number): void => {
    const slots: number[] = [];
    for (let slot = 0; slot < table.slots; slot += 1) {
      if (table.word[slot] !== 0 && shareOf(table.lo[slot] ?? 0, bits) === share) slots.push(slot);
    }
    bytes.byte(KEYS_PIECE);
    bytes.byte(partition);
    bytes.byte(bits);
    bytes.unsigned(share);
    bytes.unsigned(position);
    bytes.unsigned(slots.length);
    for (const slot of slots) store.writeSlot(table, slot, bytes);
    keys += slots.length;
  };

  return {
    writeNext: (position) => {
      if (isDone) return false;
      const table = store.tables[partition];
      if (!table) {
        bytes.byte(STATE_PIECE);
        store.writeState(bytes);
        isDone = true;
        return true;
      }
      // The shares of a partition are settled before its first: keys must not change theirs until its last.
      if (bits < 0) bits = bitsFor(table);
      writeShare(table, position);
      share += 1;
      if (share === 1 << bits) {
        partition += 1;
        share = 0;
        bits = -1;
      }
      return true;
    },
    pending: () => bytes.length,
    take: () => {
      const taken = bytes.written.slice();
      bytes.reset();
      return taken;
    },
    keys: () => keys,
  };
};
