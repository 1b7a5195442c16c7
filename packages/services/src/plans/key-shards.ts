import type { NewBuffer } from '@redoubt/kernel';
import type { RowNumber } from './placed-rows.ts';

/** Of every hundred slots of a shard so many hold a key. */
const PERCENT_FULL = 70;
const FIRST_SLOTS = 8;

/**
 * Some keys of an index, a hash table with open addressing. A slot is two words: the hash of a key, and one more than
 * what says where its rows stand; 0 where the slot is empty. That is the number of the first row, doubled, and one more
 * where the key is repeated. In an index that keeps all rows, a repeated key has the place of its run instead: their
 * number and the rows, behind the slots.
 */
export type KeyShard = { readonly words: Uint32Array; readonly slots: number; readonly keys: number };

/** Where a key is looked for first. */
export const homeOf = (hash: number, slots: number): number => Math.floor((hash * slots) / 2 ** 32);

export const isRepeatedEntry = (entry: number): boolean => entry % 2 === 1;
/** Number of a row, or place of a run. */
export const targetOf = (entry: number): number => entry >>> 1;
export const entryOf = (target: number, isRepeated: boolean): number => target * 2 + (isRepeated ? 1 : 0);

/** Rows of a repeated key, in the order of the file. */
export const runAt = ({ words }: KeyShard, place: number): Uint32Array =>
  words.subarray(place + 1, place + 1 + (words[place] ?? 0));

const freeSlot = (words: Uint32Array, slots: number, hash: number): number => {
  let slot = homeOf(hash, slots);
  while (words[2 * slot + 1] !== 0) slot = slot + 1 === slots ? 0 : slot + 1;
  return slot;
};

/** Lays out a shard whose size is known. */
export class ShardLayout {
  readonly #words: Uint32Array;
  readonly #slots: number;
  readonly #keys: number;
  #end: number;

  /** @param runWords rows of all runs, and one word more for each. */
  constructor(keys: number, runWords: number, newBuffer: NewBuffer) {
    this.#keys = keys;
    this.#slots = keys === 0 ? 0 : Math.floor((keys * 100) / PERCENT_FULL) + 1;
    this.#end = 2 * this.#slots;
    this.#words = new Uint32Array(newBuffer((this.#end + runWords) * Uint32Array.BYTES_PER_ELEMENT));
  }

  put(hash: number, entry: number): void {
    const slot = freeSlot(this.#words, this.#slots, hash);
    this.#words[2 * slot] = hash;
    this.#words[2 * slot + 1] = entry + 1;
  }

  putRun(hash: number, rows: ArrayLike<RowNumber>): void {
    this.put(hash, entryOf(this.#end, true));
    this.#words[this.#end] = rows.length;
    this.#words.set(rows, this.#end + 1);
    this.#end += rows.length + 1;
  }

  finish(): KeyShard {
    return { words: this.#words, slots: this.#slots, keys: this.#keys };
  }
}

/** A shard that keys are added to. */
export class GrowingShard {
  readonly #keepsLater: boolean;
  #words = new Uint32Array(2 * FIRST_SLOTS);
  #slots = FIRST_SLOTS;
  #keys = 0;
  /** Of repeated keys where all rows are kept; entries have their numbers. */
  readonly #runs: RowNumber[][] = [];

  constructor(keepsLater: boolean) {
    this.#keepsLater = keepsLater;
  }

  /** @param isSame whether the key of a row is this one. */
  add(hash: number, row: RowNumber, isSame: (row: RowNumber) => boolean): void {
    const words = this.#words;
    let slot = homeOf(hash, this.#slots);
    for (let stored = words[2 * slot + 1] ?? 0; stored !== 0; stored = words[2 * slot + 1] ?? 0) {
      if (words[2 * slot] === hash && isSame(this.#firstOf(stored - 1))) {
        words[2 * slot + 1] = this.#repeated(stored - 1, row) + 1;
        return;
      }
      slot = slot + 1 === this.#slots ? 0 : slot + 1;
    }
    words[2 * slot] = hash;
    words[2 * slot + 1] = entryOf(row, false) + 1;
    this.#keys += 1;
    if (this.#keys * 4 > this.#slots * 3) this.#grow();
  }

  #firstOf(entry: number): RowNumber {
    const target = targetOf(entry);
    return this.#keepsLater && isRepeatedEntry(entry) ? (this.#runs[target]?.[0] ?? 0) : target;
  }

  #repeated(entry: number, row: RowNumber): number {
    const target = targetOf(entry);
    if (!this.#keepsLater) return entryOf(target, true);
    if (isRepeatedEntry(entry)) {
      this.#runs[target]?.push(row);
      return entry;
    }
    this.#runs.push([target, row]);
    return entryOf(this.#runs.length - 1, true);
  }

  #grow(): void {
    const [before, slots] = [this.#words, this.#slots * 2];
    const words = new Uint32Array(2 * slots);
    for (let at = 0; at < before.length; at += 2) {
      const stored = before[at + 1] ?? 0;
      if (stored === 0) continue;
      const hash = before[at] ?? 0;
      const slot = freeSlot(words, slots, hash);
      words[2 * slot] = hash;
      words[2 * slot + 1] = stored;
    }
    this.#words = words;
    this.#slots = slots;
  }

  finish(newBuffer: NewBuffer): KeyShard {
    const runWords = this.#runs.reduce((sum, { length }) => sum + length + 1, 0);
    const layout = new ShardLayout(this.#keys, runWords, newBuffer);
    for (let at = 0; at < this.#words.length; at += 2) {
      const stored = this.#words[at + 1] ?? 0;
      if (stored === 0) continue;
      const [hash, entry] = [this.#words[at] ?? 0, stored - 1];
      const run = this.#keepsLater && isRepeatedEntry(entry) ? this.#runs[targetOf(entry)] : undefined;
      if (run) layout.putRun(hash, run);
      else layout.put(hash, entry);
    }
    return layout.finish();
  }
}
