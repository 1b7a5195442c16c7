import { invariant } from '@redoubt/kernel';

/** Entries of a page; runs never cross a page. */
const PAGE_BITS = 16;
const PAGE_ENTRIES = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_ENTRIES - 1;

/** A run has 2^class entries, from 1 to 16,384. */
export const LARGEST_CLASS = 14;

/** One page: the second and the count of every entry, and the numbers its shape has besides. */
export type EntryPage = {
  readonly seconds: Uint32Array;
  readonly counts: Uint32Array;
  readonly numbers: readonly Float64Array[];
};

/** The page that lies in these bytes, with what is in them. */
const pageIn = (bytes: ArrayBufferLike, numbersPerEntry: number): EntryPage => ({
  seconds: new Uint32Array(bytes, 0, PAGE_ENTRIES),
  counts: new Uint32Array(bytes, 4 * PAGE_ENTRIES, PAGE_ENTRIES),
  numbers: Array.from(
    { length: numbersPerEntry },
    (_, column) => new Float64Array(bytes, 8 * (column + 1) * PAGE_ENTRIES, PAGE_ENTRIES),
  ),
});

/**
 * Memory for runs of entries of one shape, in typed arrays that grow page by page, so that growing never copies what is
 * there. Runs come in powers of two; a freed one is handed out again, whole or halved.
 */
export class EntrySlab {
  readonly numbersPerEntry: number;
  readonly pages: EntryPage[] = [];
  readonly #free: number[][] = Array.from({ length: LARGEST_CLASS + 1 }, () => []);
  /** First entry never handed out. */
  #top = 0;
  #usedEntries = 0;
  readonly #allocate: (bytes: number) => ArrayBufferLike;

  /** @param allocate gives the bytes of another page, all zeros. */
  constructor(numbersPerEntry: number, allocate: (bytes: number) => ArrayBufferLike) {
    this.numbersPerEntry = numbersPerEntry;
    this.#allocate = allocate;
  }

  /** Adds a page that lies in these bytes. */
  map(bytes: ArrayBufferLike): void {
    this.pages.push(pageIn(bytes, this.numbersPerEntry));
  }

  /** Bytes of the pages, used or not. */
  get bytes(): number {
    return this.pages.length * PAGE_ENTRIES * this.bytesPerEntry;
  }

  /** Bytes of the runs in use. */
  get usedBytes(): number {
    return this.#usedEntries * this.bytesPerEntry;
  }

  get bytesPerEntry(): number {
    return 8 + 8 * this.numbersPerEntry;
  }

  pageOf(run: number): EntryPage {
    const page = this.pages[run >>> PAGE_BITS];
    invariant(page !== undefined, 'a run lies in a page');
    return page;
  }

  /** Index of a run's first entry in its page. */
  static indexOf(run: number): number {
    return run & PAGE_MASK;
  }

  /** A run of 2^sizeClass entries with whatever was in them. */
  allocate(sizeClass: number): number {
    this.#usedEntries += 1 << sizeClass;
    const free = this.#free[sizeClass]?.pop();
    return free ?? this.#split(sizeClass) ?? this.#extend(sizeClass);
  }

  release(run: number, sizeClass: number): void {
    this.#usedEntries -= 1 << sizeClass;
    this.#free[sizeClass]?.push(run);
  }

  /** Halves the smallest larger run that is free. */
  #split(sizeClass: number): number | undefined {
    for (let larger = sizeClass + 1; larger <= LARGEST_CLASS; larger += 1) {
      const run = this.#free[larger]?.pop();
      if (run === undefined) continue;
      for (let half = larger - 1; half >= sizeClass; half -= 1) this.#free[half]?.push(run + (1 << half));
      return run;
    }
    return undefined;
  }

  #extend(sizeClass: number): number {
    const size = 1 << sizeClass;
    // Each size divides the page, so a run that begins at a multiple of its size stays within one.
    while (this.#top % size !== 0) {
      const gap = Math.log2(this.#top & -this.#top);
      this.#free[gap]?.push(this.#top);
      this.#top += 1 << gap;
    }
    const run = this.#top;
    this.#top += size;
    if (run >>> PAGE_BITS === this.pages.length) this.map(this.#allocate(PAGE_ENTRIES * this.bytesPerEntry));
    return run;
  }
}
