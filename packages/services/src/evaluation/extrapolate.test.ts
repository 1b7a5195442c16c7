import { describe, expect, it } from 'vitest';
import { extrapolate } from './extrapolate.ts';

const sample = { id: 'v', name: 'spent', aggregate: 'Sum', counted: 1000, keysInFirstHalf: 0, keys: 0 } as const;

describe('what a velocity will hold', () => {
  it('has as many keys as events where none came twice', () => {
    expect(extrapolate({ ...sample, keysInFirstHalf: 500, keys: 1000 }, 50)).toMatchObject({
      keys: 50_000,
      entries: 50_000,
    });
  });

  it('has no more keys than were seen where the second half brought no new one', () => {
    expect(extrapolate({ ...sample, keysInFirstHalf: 12, keys: 12 }, 50)).toMatchObject({ keys: 12, entries: 50_000 });
  });

  it('lies between where some came again', () => {
    const { keys } = extrapolate({ ...sample, keysInFirstHalf: 300, keys: 450 }, 16);
    expect(keys).toBe(Math.round(450 * 1.5 ** 4));
  });

  it('is nothing where the sample gave it nothing', () => {
    expect(extrapolate({ ...sample, counted: 0 }, 50)).toEqual({
      id: 'v',
      name: 'spent',
      keys: 0,
      entries: 0,
      bytes: 0,
    });
  });
});
