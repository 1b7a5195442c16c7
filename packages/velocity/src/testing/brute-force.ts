import { MONEY_UNITS_PER_WHOLE } from '@redoubt/kernel';
import type { Aggregate } from '../aggregates.ts';
import type { SecondSpan } from '../windows/window.ts';

/** An event of one key; `value` is whole units, or the hash of a value to tell apart. */
export type KeyEvent = { readonly second: number; readonly value: number };

const squareRoot = (whole: bigint, divisor: bigint): number => {
  const scaled = (whole << 128n) / divisor;
  return Math.sqrt(Number(scaled) / 2 ** 128);
};

const deviation = (values: readonly number[]): number => {
  const n = BigInt(values.length);
  if (n < 2n) return 0;
  const sum = values.reduce((total, value) => total + BigInt(value), 0n);
  const squares = values.reduce((total, value) => total + BigInt(value) ** 2n, 0n);
  return squareRoot(n * squares - sum * sum, n * (n - 1n));
};

/** The value of a window, worked out from every event of the key in the order they arrived. Whole numbers throughout. */
export const bruteForce = (
  aggregate: Aggregate,
  events: readonly KeyEvent[],
  { afterS, untilS }: SecondSpan,
): number => {
  const inside = events
    .filter(({ second }) => second > afterS && second <= untilS)
    .toSorted((a, b) => a.second - b.second);
  const values = inside.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  if (values.length === 0) return 0;
  switch (aggregate) {
    case 'Count':
      return values.length;
    case 'DistinctCount':
      return new Set(values).size;
    case 'Sum':
      return sum / MONEY_UNITS_PER_WHOLE;
    case 'Avg':
      return sum / (values.length * MONEY_UNITS_PER_WHOLE);
    case 'StdDev':
      return deviation(values) / MONEY_UNITS_PER_WHOLE;
    case 'Min':
      return Math.min(...values) / MONEY_UNITS_PER_WHOLE;
    case 'Max':
      return Math.max(...values) / MONEY_UNITS_PER_WHOLE;
    case 'First':
      return (values[0] ?? 0) / MONEY_UNITS_PER_WHOLE;
    case 'Last':
      return (values.at(-1) ?? 0) / MONEY_UNITS_PER_WHOLE;
  }
};
