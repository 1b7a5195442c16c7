import { mix } from '../runtime/random.ts';

/** A stream of choices that one number decides, so that any failure can be replayed by its seed. */
export class Random {
  readonly #seed: number;
  #drawn = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.#drawn += 1;
    return mix(this.#seed, this.#drawn) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('Nothing to pick from.');
    return choice;
  }

  many<T>(least: number, most: number, make: () => T): readonly T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
