import { invariant } from '@redoubt/kernel';

/**
 * HyperLogLog over a sliding window (Y. Chabchoub, G. Hébrail, "Sliding HyperLogLog"): each register keeps the ranks that
 * could still be the largest of some window that ends now, newest last, so ranks fall along the list. Keeps the cost of
 * a key bounded once it has seen more values than are kept one by one. Its standard error is 1.04 / √registers, 2.3 %.
 */
const INDEX_BITS = 11;
const REGISTERS = 1 << INDEX_BITS;
const ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

const BYTES_PER_PAIR = 8;
const BYTES_PER_REGISTER = 64;

/** Ranks are stored with their second in one number: second · 64 + rank. */
const RANKS = 64;

/** The place of the highest of the 42 bits that are left when the register is taken off. */
const rankOf = (hash: number): number => {
  const rest = Math.floor(hash / REGISTERS);
  return rest === 0 ? 43 : 42 - Math.floor(Math.log2(rest));
};

export class SlidingSketch {
  readonly #registers: number[][] = Array.from({ length: REGISTERS }, () => []);
  #pairs = 0;

  get bytes(): number {
    return REGISTERS * BYTES_PER_REGISTER + this.#pairs * BYTES_PER_PAIR;
  }

  /** @param hash of the value, a whole number below 2^53. */
  add(hash: number, second: number): void {
    const register = this.#registers[hash % REGISTERS];
    if (!register) return;
    const rank = rankOf(hash);
    let index = register.length;
    while (index > 0 && Math.floor((register[index - 1] ?? 0) / RANKS) > second) index -= 1;
    for (let later = index; later < register.length; later += 1) if ((register[later] ?? 0) % RANKS >= rank) return;
    let first = index;
    while (first > 0 && (register[first - 1] ?? 0) % RANKS <= rank) first -= 1;
    this.#pairs += 1 - (index - first);
    register.splice(first, index - first, second * RANKS + rank);
  }

  /** Drops what no window can reach. */
  forget(oldestS: number): void {
    for (const register of this.#registers) {
      let stale = 0;
      while (stale < register.length && Math.floor((register[stale] ?? 0) / RANKS) < oldestS) stale += 1;
      if (stale > 0) register.splice(0, stale);
      this.#pairs -= stale;
    }
  }

  /** Estimate of the distinct values seen after `afterS`, and of `extra`, the hash of one more. */
  estimate(afterS: number, extra?: number): number {
    const extraRegister = extra === undefined ? -1 : extra % REGISTERS;
    let harmonic = 0;
    let empty = 0;
    for (const [index, register] of this.#registers.entries()) {
      let rank = 0;
      for (const pair of register) {
        if (Math.floor(pair / RANKS) <= afterS) continue;
        rank = pair % RANKS;
        break;
      }
      if (index === extraRegister) rank = Math.max(rank, rankOf(extra ?? 0));
      if (rank === 0) empty += 1;
      harmonic += 2 ** -rank;
    }
    const raw = (ALPHA * REGISTERS * REGISTERS) / harmonic;
    const isSmall = raw <= 2.5 * REGISTERS && empty > 0;
    return Math.round(isSmall ? REGISTERS * Math.log(REGISTERS / empty) : raw);
  }

  get pairCount(): number {
    return this.#pairs;
  }

  /** Everything the sketch knows, register by register, in order of time. */
  *pairs(): Generator<readonly [register: number, second: number, rank: number]> {
    for (const [index, register] of this.#registers.entries())
      for (const packed of register) yield [index, Math.floor(packed / RANKS), packed % RANKS];
  }

  /** Takes a pair of `pairs` back, in the order it gave them. */
  restore(register: number, second: number, rank: number): void {
    const pairs = this.#registers[register];
    invariant(pairs !== undefined, 'a sketch has so many registers');
    pairs.push(second * RANKS + rank);
    this.#pairs += 1;
  }
}
