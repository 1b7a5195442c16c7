import { seededRandom } from '@redoubt/kernel';

export type SeededChoices = {
  /** A whole number from 0 up to `count`, without it. */
  readonly below: (count: number) => number;
  readonly oneOf: <Value>(values: readonly [Value, ...Value[]]) => Value;
};

/** Choices that a test makes at random, the same in every run. */
export const seededChoices = (seed: number): SeededChoices => {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return { below, oneOf: (values) => values[below(values.length)] ?? values[0] };
};
