import { seededRandom } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import type { CostModel } from '../cost-model/cost-model.ts';
import { estimateShare, estimateTotal } from './estimate.ts';
import { judgeStopped, moneyTotal, netOfPart, ruleMoney, type PassedPurchase, type StoppedSums } from './rule-money.ts';

const COSTS: CostModel = {
  marginPercent: 25,
  chargebackFee: 20,
  reviewCost: 3,
  insultCost: 10,
  reviewLossPercent: 10,
  challengeLossPercent: 50,
};

const sums = (change: Partial<StoppedSums>): StoppedSums => ({
  decision: 'Reject',
  outcome: 'none',
  controlled: false,
  events: 1,
  amount: 100,
  ...change,
});
const passed = (change: Partial<PassedPurchase>): PassedPurchase => ({
  probability: 0.1,
  decision: 'Reject',
  amount: 100,
  fraud: false,
  ...change,
});

describe('estimateTotal', () => {
  it('weighs each by one through its probability', () => {
    const { value, lower, upper } = estimateTotal(
      [
        { probability: 0.1, value: 5 },
        { probability: 0.5, value: 8 },
        { probability: 0.5, value: 0 },
      ],
      50,
    );
    expect(value).toBe(66);
    // 0.9 / 0.01 · 25 + 0.5 / 0.25 · 64 = 2378.
    expect(upper - value).toBeCloseTo(1.959964 * Math.sqrt(2378), 9);
    expect(value - lower).toBeCloseTo(upper - value, 9);
  });

  it('bounds what was not seen', () => {
    expect(estimateTotal([{ probability: 0.1, value: 0 }], 70)).toEqual({ value: 0, lower: 0, upper: 210 });
    expect(estimateTotal([], -70)).toEqual({ value: 0, lower: -210, upper: 0 });
  });

  it('is right on average, and its interval nearly as often as it says', () => {
    const random = seededRandom(91);
    const population = Array.from({ length: 600 }, () => ({
      probability: 0.1,
      value: random() < 0.3 ? 100 * random() : 0,
    }));
    const truth = population.reduce((sum, { value }) => sum + value, 0);
    const runs = Array.from({ length: 1000 }, () =>
      estimateTotal(
        population.filter(({ probability }) => random() < probability),
        1000,
      ),
    );
    const mean = runs.reduce((sum, { value }) => sum + value, 0) / runs.length;
    expect(Math.abs(mean / truth - 1)).toBeLessThan(0.05);
    const held = runs.filter(({ lower, upper }) => lower <= truth && truth <= upper).length / runs.length;
    expect(held).toBeGreaterThan(0.88);
    expect(held).toBeLessThan(0.99);
  });
});

describe('estimateShare', () => {
  it('is the interval of Wilson', () => {
    const { value, lower, upper } = estimateShare(3, 12);
    expect(value).toBe(0.25);
    expect(lower).toBeCloseTo(0.0889, 4);
    expect(upper).toBeCloseTo(0.5323, 4);
    expect(estimateShare(0, 5)).toMatchObject({ value: 0, lower: 0 });
    expect(estimateShare(0, 0)).toEqual({ value: 0, lower: 0, upper: 1 });
  });
});

describe('the money of a rule', () => {
  it('counts labels alone where there are few, and bounds the others', () => {
    const money = ruleMoney(
      COSTS,
      [
        sums({ outcome: 'fraud', events: 2, amount: 400 }),
        sums({ outcome: 'good', events: 1, amount: 80 }),
        sums({ decision: 'Review', events: 4, amount: 200 }),
        sums({ decision: 'Review', outcome: 'released', events: 1, amount: 100 }),
      ],
      [],
      null,
    );
    // 400 · 0.75 + 2 · 20; 80 · 0.25 + 10; 5 reviews at 3.
    expect(money).toMatchObject({ prevented: 340, insult: 30, review: 15, net: 295, basis: 'labels', evidence: 3 });
    expect(money.stopped).toBe(8);
    // Were the other five good: a tenth of 300 · 0.25 + 5 · 10. Were they fraud: 300 · 0.75 + 5 · 20.
    expect(money.lower).toBeCloseTo(295 - 12.5, 9);
    expect(money.upper).toBeCloseTo(295 + 325, 9);
  });

  it('takes others to be like those with an outcome, of reviews also without a label', () => {
    const money = ruleMoney(
      COSTS,
      [
        sums({ outcome: 'fraud', events: 5, amount: 500 }),
        sums({ outcome: 'good', events: 3, amount: 300 }),
        sums({ decision: 'Review', outcome: 'refused', events: 1, amount: 100 }),
        sums({ decision: 'Review', outcome: 'released', events: 1, amount: 100 }),
        sums({ events: 10, amount: 1000 }),
      ],
      [],
      { events: 1000, fraud: 10 },
    );
    expect(money).toMatchObject({ basis: 'outcomes', evidence: 10, fraudEvents: 12, goodEvents: 8, stopped: 20 });
    expect(money.prevented).toBeCloseTo(6 * 95 + 0.6 * 950, 9);
    expect(money.insult).toBeCloseTo(3 * 35 + 3.5 + 0.4 * 350, 9);
    expect(money.lower).toBeLessThan(money.net);
    expect(money.upper).toBeGreaterThan(money.net);
  });

  it('takes them to be like neighbours in score where few have an outcome', () => {
    const money = ruleMoney(COSTS, [sums({ events: 10, amount: 1000 })], [], { events: 200, fraud: 50 });
    expect(money).toMatchObject({ basis: 'neighbours', evidence: 200, fraudEvents: 2.5, goodEvents: 7.5 });
    expect(ruleMoney(COSTS, [sums({})], [], { events: 99, fraud: 50 }).basis).toBe('labels');
  });

  it('rests on what the control share let pass, and on labels of what it could not', () => {
    const money = ruleMoney(
      COSTS,
      [
        sums({ controlled: true, events: 18, amount: 1800 }),
        // A label of what could pass is in the estimate already.
        sums({ controlled: true, outcome: 'fraud' }),
        sums({ outcome: 'fraud', amount: 1000 }),
      ],
      [passed({ fraud: true }), passed({})],
      null,
    );
    // Each stands for ten, and is not among the stopped itself.
    expect(money).toMatchObject({ basis: 'control', evidence: 2, fraudEvents: 10, goodEvents: 9, stopped: 20 });
    expect(money.prevented).toBeCloseTo(9 * 95 + 770, 9);
    expect(money.insult).toBeCloseTo(9 * 35, 9);
    const half = 1.959964 * Math.sqrt(90 * 95 ** 2 + 90 * 35 ** 2);
    expect(money.upper - money.net).toBeCloseTo(half, 6);
  });

  it('leaves room for fraud that did not pass by chance', () => {
    const money = ruleMoney(COSTS, [sums({ controlled: true, events: 9, amount: 900 })], [passed({})], null);
    expect(money).toMatchObject({ prevented: 0, fraudEvents: 0 });
    expect(money.upper).toBeGreaterThan(3 * 950);
  });

  it('adds up: variances of estimates, and bounds as they are', () => {
    const estimated = ruleMoney(
      COSTS,
      [sums({ outcome: 'fraud', events: 8 }), sums({ outcome: 'good', events: 8 }), sums({ events: 40, amount: 4000 })],
      [],
      null,
    );
    const bounded = ruleMoney(COSTS, [sums({})], [], null);
    const total = moneyTotal([estimated, estimated, bounded]);
    expect(total.net).toBeCloseTo(2 * estimated.net + bounded.net, 9);
    expect(total.upper - total.net).toBeCloseTo(
      Math.SQRT2 * (estimated.upper - estimated.net) + bounded.upper - bounded.net,
      9,
    );
    expect(total.stoppedBy).toEqual({ control: 0, outcomes: 112, neighbours: 0, labels: 1 });
  });
});

describe('the net value of parts of a period', () => {
  const random = seededRandom(11);
  const sums = Array.from({ length: 40 }, (_, at): StoppedSums => {
    const outcomes = ['none', 'fraud', 'good', 'refused', 'released'] as const;
    return {
      decision: random() < 0.5 ? 'Reject' : 'Review',
      outcome: outcomes[at % outcomes.length] ?? 'none',
      controlled: random() < 0.5,
      events: 1 + Math.floor(random() * 5),
      amount: Math.round(random() * 900),
    };
  });
  const purchases = Array.from({ length: 12 }, (): PassedPurchase => ({
    probability: 0.1,
    decision: 'Reject',
    amount: Math.round(random() * 300),
    fraud: random() < 0.4,
  }));
  it.each([
    ['control', sums, purchases, null],
    ['outcomes', sums, [], null],
    ['neighbours', sums.filter(({ outcome }) => outcome === 'none'), [], { events: 400, fraud: 20 }],
    ['labels', sums.filter(({ outcome }) => outcome === 'none').slice(0, 3), [], null],
  ] as const)('adds up to that of the whole, resting on %s', (basis, stopped, passed, neighbours) => {
    const judgement = judgeStopped(stopped, passed, neighbours);
    expect(judgement.basis).toBe(basis);
    const parts = [0, 1, 2].map((part) =>
      netOfPart(
        COSTS,
        judgement,
        stopped.filter((_, at) => at % 3 === part),
        passed.filter((_, at) => at % 3 === part),
      ),
    );
    expect(parts.reduce((sum, net) => sum + net, 0)).toBeCloseTo(ruleMoney(COSTS, stopped, passed, neighbours).net, 6);
  });
});
