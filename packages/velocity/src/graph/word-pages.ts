const PAGE_BITS = 16;
const PAGE_WORDS = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_WORDS - 1;

/** Page that a place lies in. */
export const pageOf = (place: number): number => place >>> PAGE_BITS;

/**
 * 32-bit words by place, in pages that are taken when a place is first written and given back whole: growing never copies
 * what is there. A place of a page that is not there holds 0.
 */
export class WordPages {
  readonly #pages: (Uint32Array<ArrayBuffer> | undefined)[] = [];
  #spare: Uint32Array<ArrayBuffer> | undefined;
  #taken = 0;

  /** Bytes taken from the system. */
  get bytes(): number {
    return (this.#taken + (this.#spare ? 1 : 0)) * PAGE_WORDS * 4;
  }

  get(place: number): number {
    const page = this.#pages[place >>> PAGE_BITS];
    return page === undefined ? 0 : (page[place & PAGE_MASK] ?? 0);
  }

  set(place: number, word: number): void {
    let page = this.#pages[place >>> PAGE_BITS];
    if (page === undefined) {
      page = this.#spare ?? new Uint32Array(PAGE_WORDS);
      this.#spare = undefined;
      this.#taken += 1;
      this.#pages[place >>> PAGE_BITS] = page;
    }
    page[place & PAGE_MASK] = word;
  }

  /** Gives a page back; its places hold 0 from now on. One is kept for the next that is taken. */
  drop(page: number): void {
    const dropped = this.#pages[page];
    if (dropped === undefined) return;
    this.#pages[page] = undefined;
    this.#taken -= 1;
    this.#spare = dropped.fill(0);
  }

  clear(): void {
    for (const page of this.#pages) page?.fill(0);
  }
}
