import { HashIndex } from './hash-index.ts';
import { WordPages } from './word-pages.ts';

/** Bits of a value's hash that hold its kind instead. */
const KIND_MASK = 0xff;

/** Kinds are numbers from 0 on. */
export const HIGHEST_KIND = KIND_MASK;

/** Sharing a value of a kind from this one on makes no link: such values are counted and never gone through. */
const FIRST_COUNTED_KIND = 8;
/** Kinds from this one on make links again: attributes that a customer marked. */
export const FIRST_LINKABLE_KIND = 128;

export const isOnlyCounted = (kind: number): boolean => kind >= FIRST_COUNTED_KIND && kind < FIRST_LINKABLE_KIND;

/** Stands in the place of a label's second where a later label took it back. */
const TAKEN_BACK = 1;

/**
 * Values by their hash, numbered from 1: where the newest place of each in the events is. The lowest bits of a hash hold
 * the kind. Numbers of values that no event holds any more are handed out again.
 */
export class Nodes {
  readonly #lo = new WordPages();
  readonly #hi = new WordPages();
  readonly #head = new WordPages();
  /** Second of the newest label that calls a value itself fraud; 0 where none did. */
  readonly #labelled = new WordPages();
  readonly #index = new HashIndex(this.#lo, this.#hi);
  readonly #free: number[] = [];
  #top = 1;
  #hand = 0;

  get count(): number {
    return this.#top - 1 - this.#free.length;
  }

  get bytes(): number {
    return [this.#lo, this.#hi, this.#head, this.#labelled, this.#index].reduce(
      (sum, { bytes }) => sum + bytes,
      this.#free.length * 8,
    );
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

  /** A label says whether a value itself is fraud. @param second since 1970, of a label that says so; 0 for one that takes it back */
  label(node: number, second: number): void {
    this.#labelled.set(node, second === 0 ? TAKEN_BACK : Math.max(second, TAKEN_BACK + 1));
  }

  /** Whether a label since a second calls a value itself fraud. */
  isLabelled(node: number, since: number): boolean {
    const second = this.#labelled.get(node);
    return second > TAKEN_BACK && second >= since;
  }

  /**
   * Looks at the next few values, and lets go of those whose newest place and label are gone. Called for each event, so that none
   * is forgotten.
   *
   * @param lost second up to which labels do not count any more
   */
  sweep(steps: number, lost: number, isThere: (place: number) => boolean): void {
    for (let step = 0; step < steps && this.#top > 1; step += 1) {
      this.#hand = this.#hand + 1 >= this.#top ? 1 : this.#hand + 1;
      const head = this.#head.get(this.#hand);
      const labelled = this.#labelled.get(this.#hand);
      const isFree = head === 0 && labelled === 0;
      if (isFree || isThere(head) || labelled > Math.max(lost, TAKEN_BACK)) continue;
      this.#index.remove(this.#hand);
      this.#head.set(this.#hand, 0);
      this.#labelled.set(this.#hand, 0);
      this.#free.push(this.#hand);
    }
  }
}
