import { describe, expect, it } from 'vitest';
import { gridLines, niceCeiling, timeTicks } from './scale.ts';

describe('the scale of a chart', () => {
  it('ends at a round number that is not below the largest value', () => {
    expect([0, 1, 3, 7, 11, 21, 26, 63, 120, 1222].map(niceCeiling)).toEqual([1, 1, 5, 10, 20, 25, 50, 100, 200, 2000]);
  });

  it('draws fewer lines where there is less height, and whole numbers only', () => {
    expect(gridLines(100, 200)).toEqual([25, 50, 75, 100]);
    expect(gridLines(100, 90)).toEqual([50, 100]);
    expect(gridLines(5, 90)).toEqual([5]);
    expect(gridLines(1, 30)).toEqual([1]);
  });

  it('labels times at round steps of the reader’s day', () => {
    const hour = 3_600_000;
    expect(timeTicks(0, 24 * hour, 6).map((at) => at / hour)).toEqual([0, 4, 8, 12, 16, 20]);
    expect(timeTicks(0, 24 * hour, 6, 2 * hour).map((at) => at / hour)).toEqual([2, 6, 10, 14, 18, 22]);
    expect(timeTicks(5, 5, 6)).toEqual([]);
  });
});
