import { describe, expect, it } from 'vitest';
import { estimateDifference } from '../reports/estimate.ts';
import { compareArms, MIN_BOOSTER_ANSWERS } from './booster-comparison.ts';

describe('the difference of two shares', () => {
  // The first eight: Newcombe 1998, table II, contrasts (a) to (h), score intervals without continuity correction; the first two also
  // stand in the tests of the R package propint (https://github.com/m-Py/propint, test_Two_Independent_Props_CI.R). The last: Perondi et al.
  // 2004 (7 of 34, 1 of 34), from the tests of the R package contingencytables (https://github.com/ocbe-uio/contingencytables,
  // tests/testthat/test-ch4.R).
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
    [7, 34, 1, 34, 0.0189, 0.3404],
  ])('of %i/%i and %i/%i has the published interval', (found, of, otherFound, otherOf, lower, upper) => {
    const difference = estimateDifference({ found, of }, { found: otherFound, of: otherOf });
    expect(difference.value).toBeCloseTo(found / of - otherFound / otherOf, 12);
    expect(difference.lower).toBeCloseTo(lower, 4);
    expect(difference.upper).toBeCloseTo(upper, 4);
  });

  it('turns round with its two sides', () => {
    const one = { found: 56, of: 70 };
    const other = { found: 48, of: 80 };
    const forth = estimateDifference(one, other);
    const back = estimateDifference(other, one);
    expect(back.lower).toBeCloseTo(-forth.upper, 12);
    expect(back.upper).toBeCloseTo(-forth.lower, 12);
  });
});

describe('shared purchases beside the holdout', () => {
  const arm = (purchases: number, approved: number, declined: number) => ({ purchases, approved, declined });

  it('are compared by what banks answered, and stand for approvals', () => {
    const compared = compareArms(arm(100, 56, 14), arm(90, 48, 32));
    expect(compared.sharedRate?.value).toBeCloseTo(0.8, 12);
    expect(compared.heldOutRate?.value).toBeCloseTo(0.6, 12);
    expect(compared.difference?.value).toBeCloseTo(0.2, 12);
    expect(compared.gained?.value).toBeCloseTo(14, 9);
    expect(compared.gained?.lower).toBeCloseTo(70 * 0.0524, 2);
    expect(compared.isEnough).toBe(false);
  });

  it('say nothing without answers of both, and enough from a number of them on', () => {
    expect(compareArms(arm(5, 5, 0), arm(3, 0, 0))).toMatchObject({
      heldOutRate: null,
      difference: null,
      gained: null,
      isEnough: false,
    });
    const enough = arm(MIN_BOOSTER_ANSWERS, MIN_BOOSTER_ANSWERS - 1, 1);
    expect(compareArms(enough, enough)).toMatchObject({ isEnough: true, difference: { value: 0 } });
  });
});
