const LEAST_SLOTS = 16;
const NO_SLOTS = new Uint32Array(0);
const LENGTH_BITS = 15;
const CLASS_BITS = 4;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
const CLASS_MASK = (1 << CLASS_BITS) - 1;
const TAG_SHIFT = LENGTH_BITS + CLASS_BITS;

/** Mark of a run whose entries were merged, beside the code of its aggregate. */
export const RUN_MERGED = 0x10;
const CODE_MASK = 0xf;

/** What a key's run looks like, in one word: its length, its size class and its tag. A used word is never 0. */
export const packRun = (length: number, sizeClass: number, tag: number): number =>
  length | (sizeClass << LENGTH_BITS) | (tag << TAG_SHIFT);
export const lengthOf = (word: number): number => word & LENGTH_MASK;
export const sizeClassOf = (word: number): number => (word >>> LENGTH_BITS) & CLASS_MASK;
/** The code of the aggregate, and whether entries were merged. */
export const tagOf = (word: number): number => word >>> TAG_SHIFT;
export const aggregateCodeOf = (word: number): number => tagOf(word) & CODE_MASK;

/** What a slot takes: a word of each column. */
const SLOT_BYTES = 16;

/**
 * Keys by their 64-bit hash, with open addressing: where the run of a key is and what it looks like. Each of the store's
 * partitions has one, so that a growing one delays calls only briefly.
 */
export class KeyTable {
  lo: Uint32Array = NO_SLOTS;
  hi: Uint32Array = NO_SLOTS;
  run: Uint32Array = NO_SLOTS;
  word: Uint32Array = NO_SLOTS;
  used = 0;
  readonly #allocate: (bytes: number) => ArrayBufferLike;

  /** @param allocate gives so many bytes of zeros. */
  constructor(allocate: (bytes: number) => ArrayBufferLike) {
    this.#allocate = allocate;
    this.map(allocate(LEAST_SLOTS * SLOT_BYTES));
  }

  /** Lies in these bytes from now on, with the keys that are in them. */
  map(bytes: ArrayBufferLike): void {
    const slots = bytes.byteLength / SLOT_BYTES;
    this.lo = new Uint32Array(bytes, 0, slots);
    this.hi = new Uint32Array(bytes, 4 * slots, slots);
    this.run = new Uint32Array(bytes, 8 * slots, slots);
    this.word = new Uint32Array(bytes, 12 * slots, slots);
  }

  get slots(): number {
    return this.word.length;
  }

  get bytes(): number {
    return this.slots * SLOT_BYTES;
  }

  /** Slot of a key; where it is not there, -1 - the slot it would have. */
  find(lo: number, hi: number): number {
    const mask = this.word.length - 1;
    let slot = lo & mask;
    while (this.word[slot] !== 0) {
      if (this.lo[slot] === lo && this.hi[slot] === hi) return slot;
      slot = (slot + 1) & mask;
    }
    return -1 - slot;
  }

  /** Whether one more key would make probing slow. */
  get isFull(): boolean {
    return this.used * 4 >= this.word.length * 3;
  }

  put(slot: number, lo: number, hi: number, run: number, word: number): void {
    if (this.word[slot] === 0) this.used += 1;
    this.lo[slot] = lo;
    this.hi[slot] = hi;
    this.run[slot] = run;
    this.word[slot] = word;
  }

  /** Takes a key out; keys that were put past its slot move up, so that probing still finds them. */
  remove(slot: number): void {
    const mask = this.word.length - 1;
    let gap = slot;
    for (let next = (gap + 1) & mask; this.word[next] !== 0; next = (next + 1) & mask) {
      const home = (this.lo[next] ?? 0) & mask;
      // A key between its home and the gap would be lost; one whose home lies after the gap may stay.
      if (((next - home) & mask) < ((next - gap) & mask)) continue;
      this.lo[gap] = this.lo[next] ?? 0;
      this.hi[gap] = this.hi[next] ?? 0;
      this.run[gap] = this.run[next] ?? 0;
      this.word[gap] = this.word[next] ?? 0;
      gap = next;
    }
    this.word[gap] = 0;
    this.used -= 1;
  }

  /** Lays the keys that are kept out again, in twice the slots if they need them. `keep` sees each slot once. */
  rebuild(keep: (slot: number) => boolean): void {
    const { lo, hi, run, word } = this;
    const kept: number[] = [];
    for (let slot = 0; slot < word.length; slot += 1) if (word[slot] !== 0 && keep(slot)) kept.push(slot);
    let slots = LEAST_SLOTS;
    while (kept.length * 2 > slots) slots *= 2;
    this.map(this.#allocate(slots * SLOT_BYTES));
    this.used = 0;
    for (const slot of kept) {
      const [keyLo = 0, keyHi = 0] = [lo[slot], hi[slot]];
      this.put(-1 - this.find(keyLo, keyHi), keyLo, keyHi, run[slot] ?? 0, word[slot] ?? 0);
    }
  }
}
