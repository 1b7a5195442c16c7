/** Repeatable chance: the same seed gives the same sequence on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** Whole number, both ends included. */
  readonly int: (min: number, max: number) => number;
  /** True with the given probability. */
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly weighted: <Item extends { readonly weight: number }>(items: readonly Item[]) => Item;
  /** Log-normal around a median, as amounts of money and waiting times are; `spread` is the standard deviation of the logarithm. */
  readonly around: (median: number, spread: number) => number;
  readonly digits: (length: number) => string;
  /** A version 4 GUID whose fourth group starts with a letter, so that no part of it reads like a printed card number. */
  readonly guid: () => string;
};

const HEX = '0123456789abcdef';

/** SplitMix32 spreads one small seed over the whole state of the generator. */
const stateOf = (seed: number): Uint32Array => {
  const state = new Uint32Array(4);
  let current = seed >>> 0;
  for (let index = 0; index < state.length; index += 1) {
    current = (current + 0x9e3779b9) >>> 0;
    let mixed = current ^ (current >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    state[index] = (mixed ^ (mixed >>> 15)) >>> 0;
  }
  return state;
};

/** The sfc32 generator of PractRand (Chris Doty-Humphrey): 128 bits of state, fast in 32-bit arithmetic. */
export const createRandom = (seed: number): Random => {
  const state = stateOf(seed);
  let [a, b, c, counter] = [state[0] ?? 0, state[1] ?? 0, state[2] ?? 0, state[3] ?? 0];

  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new RangeError('pick: the list is empty');
    return items[int(0, items.length - 1)] as Item;
  };
  const hex = (length: number): string => {
    let text = '';
    for (let index = 0; index < length; index += 1) text += HEX[int(0, 15)];
    return text;
  };

  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: (items) => {
      let left = next() * items.reduce((sum, item) => sum + item.weight, 0);
      for (const item of items) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return pick(items.slice(-1));
    },
    around: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    digits: (length) => {
      let text = '';
      for (let index = 0; index < length; index += 1) text += String(int(0, 9));
      return text;
    },
    guid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['a', 'b'])}${hex(3)}-${hex(12)}`,
  };
};
