import type { WordPages } from './word-pages.ts';

const PARTITIONS = 256;
const LEAST_SLOTS = 16;

/**
 * Finds things by their 64-bit hash, with open addressing. A slot holds the number of a thing, never 0; its hash stands
 * where things are kept. In 256 parts, so that a growing one delays calls only briefly.
 */
export class HashIndex {
  readonly #lo: WordPages;
  readonly #hi: WordPages;
  readonly #slots: Uint32Array<ArrayBuffer>[] = Array.from({ length: PARTITIONS }, () => new Uint32Array(LEAST_SLOTS));
  readonly #used = new Uint32Array(PARTITIONS);
  #slotsInAll = PARTITIONS * LEAST_SLOTS;

  /** @param lo first halves of hashes by the number of the thing; @param hi second halves. */
  constructor(lo: WordPages, hi: WordPages) {
    this.#lo = lo;
    this.#hi = hi;
  }

  get bytes(): number {
    return this.#slotsInAll * 4;
  }

  /** Number of the thing; 0 where there is none. */
  find(lo: number, hi: number): number {
    const slots = this.#slotsOf(hi);
    return slots[this.#slotFor(slots, lo, hi)] ?? 0;
  }

  /** Adds a thing that is not there and whose hash is written. */
  add(thing: number): void {
    const [lo, hi] = [this.#lo.get(thing), this.#hi.get(thing)];
    const partition = hi >>> 24;
    let slots = this.#slotsOf(hi);
    if (((this.#used[partition] ?? 0) + 1) * 4 > slots.length * 3) slots = this.#grow(partition, slots);
    slots[this.#slotFor(slots, lo, hi)] = thing;
    this.#used[partition] = (this.#used[partition] ?? 0) + 1;
  }

  /** Takes a thing out; those that were put past its slot move up, so that probing still finds them. */
  remove(thing: number): void {
    const [lo, hi] = [this.#lo.get(thing), this.#hi.get(thing)];
    const slots = this.#slotsOf(hi);
    const mask = slots.length - 1;
    let gap = this.#slotFor(slots, lo, hi);
    if (slots[gap] !== thing) return;
    for (let next = (gap + 1) & mask; slots[next] !== 0; next = (next + 1) & mask) {
      const moved = slots[next] ?? 0;
      const home = this.#lo.get(moved) & mask;
      if (((next - home) & mask) < ((next - gap) & mask)) continue;
      slots[gap] = moved;
      gap = next;
    }
    slots[gap] = 0;
    this.#used[hi >>> 24] = (this.#used[hi >>> 24] ?? 1) - 1;
  }

  #slotsOf(hi: number): Uint32Array<ArrayBuffer> {
    return this.#slots[hi >>> 24] as Uint32Array<ArrayBuffer>;
  }

  /** The slot of a hash, or the free one it would have. */
  #slotFor(slots: Uint32Array, lo: number, hi: number): number {
    const mask = slots.length - 1;
    let slot = lo & mask;
    for (let thing = slots[slot]; thing !== undefined && thing !== 0; thing = slots[slot]) {
      if (this.#lo.get(thing) === lo && this.#hi.get(thing) === hi) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(partition: number, slots: Uint32Array): Uint32Array<ArrayBuffer> {
    const larger = new Uint32Array(slots.length * 2);
    for (const thing of slots) {
      if (thing !== 0) larger[this.#slotFor(larger, this.#lo.get(thing), this.#hi.get(thing))] = thing;
    }
    this.#slotsInAll += slots.length;
    this.#slots[partition] = larger;
    return larger;
  }
}
