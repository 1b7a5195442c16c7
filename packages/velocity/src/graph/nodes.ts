import { HashIndex } from './hash-index.ts';
import { WordPages } from './word-pages.ts';

/** Bits of a value's hash that hold its kind instead: kinds are numbers from 0 to 15. */
const KIND_MASK = 0xf;

/** Sharing a value of a kind from this one on makes no link: such values are counted and never gone through. */
export const FIRST_COUNTED_KIND = 8;

/**
 * Values by their hash, numbered from 1: where the newest place of each in the events is. The lowest bits of a hash hold
 * the kind. Numbers of values that no event holds any more are handed out again.
 */
export class Nodes {
  readonly #lo = new WordPages();
  readonly #hi = new WordPages();
  readonly #head = new WordPages();
  readonly #index = new HashIndex(this.#lo, this.#hi);
  readonly #free: number[] = [];
  #top = 1;
  #hand = 0;

  get count(): number {
    return this.#top - 1 - this.#free.length;
  }

  get bytes(): number {
    return this.#lo.bytes + this.#hi.bytes + this.#head.bytes + this.#index.bytes + this.#free.length * 8;
  }

  /** Highest number handed out so far. */
  get highest(): number {
    return this.#top - 1;
  }

  static #withKind(hi: number, kind: number): number {
    return ((hi & ~KIND_MASK) | kind) >>> 0;
  }

  find(kind: number, lo: number, hi: number): number {
    return this.#index.find(lo, Nodes.#withKind(hi, kind));
  }

  findOrAdd(kind: number, lo: number, hi: number): number {
    const known = this.find(kind, lo, hi);
    if (known !== 0) return known;
    const node = this.#free.pop() ?? this.#top++;
    this.#lo.set(node, lo);
    this.#hi.set(node, Nodes.#withKind(hi, kind));
    this.#head.set(node, 0);
    this.#index.add(node);
    return node;
  }

  kindOf(node: number): number {
    return this.#hi.get(node) & KIND_MASK;
  }

  headOf(node: number): number {
    return this.#head.get(node);
  }

  setHead(node: number, place: number): void {
    this.#head.set(node, place);
  }

  /** Looks at the next few values, and lets go of those whose newest place is gone. Called for each event, so that none is forgotten. */
  sweep(steps: number, isThere: (place: number) => boolean): void {
    for (let step = 0; step < steps && this.#top > 1; step += 1) {
      this.#hand = this.#hand + 1 >= this.#top ? 1 : this.#hand + 1;
      const head = this.#head.get(this.#hand);
      if (head === 0 || isThere(head)) continue;
      this.#index.remove(this.#hand);
      this.#head.set(this.#hand, 0);
      this.#free.push(this.#hand);
    }
  }
}
