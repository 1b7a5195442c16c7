import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualRange, usualRanges } from './usual-range.ts';

describe('the usual range', () => {
  it('is the median and three deviations on both sides', () => {
    const range = usualRange([90, 95, 100, 105, 110]);
    expect(range?.middle).toBe(100);
    // The square root of 100 is more than 1.4826 × 5.
    expect(range?.high).toBe(130);
    expect(usualRange([0, 50, 100, 150, 200])?.high).toBeCloseTo(100 + 3 * 1.4826 * 50, 6);
  });

  it('is not moved by one bad week', () => {
    expect(usualRange([100, 101, 99, 100, 100, 5000])).toEqual(usualRange([100, 101, 99, 100, 100, 130]));
  });

  it('allows single events at quiet times, and nothing below none', () => {
    expect(usualRange([0, 0, 0])).toEqual({ low: 0, middle: 0, high: 3 });
    expect(usualRange([])).toBe(null);
  });

  it('holds its middle and does not depend on the order of weeks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 30 }), (values) => {
        const range = usualRange(values);
        expect(range).toEqual(usualRange(values.toReversed()));
        expect(range && range.low <= range.middle && range.middle < range.high).toBe(true);
      }),
    );
  });
});

describe('usual ranges of bars', () => {
  it('take a bar and its neighbours of every week', () => {
    const week = [9, 10, 11, 400, 401];
    const ranges = usualRanges([week, week, week], 3);
    expect(ranges.map((range) => range?.middle)).toEqual([10, 11, 400]);
  });

  it('say nothing before there are three weeks', () => {
    expect(
      usualRanges(
        [
          [1, 2, 3],
          [1, 2, 3],
        ],
        1,
      ),
    ).toEqual([null]);
  });
});
