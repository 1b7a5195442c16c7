import { describe, expect, it } from 'vitest';
import { bestCutOff, curveAt, cutOffPoints, cutOffRates, netProfit, rocArea, type ValueBin } from './cut-off.ts';

const bin = (from: number, events: number, fraud: number): ValueBin => ({
  from,
  events,
  fraud,
  amount: events * 100,
  fraudAmount: fraud * 100,
});

const BINS = [bin(0, 60, 0), bin(300, 30, 2), bin(900, 10, 8)];
const POINTS = cutOffPoints(BINS, 1000);

describe('cut-offs', () => {
  it('part the events at each bin and behind the last', () => {
    expect(POINTS.map(({ cutOff, above, under }) => [cutOff, above.events, under.events])).toEqual([
      [0, 100, 0],
      [300, 40, 60],
      [900, 10, 90],
      [1000, 0, 100],
    ]);
  });

  it('have shares of fraud and good events on both sides', () => {
    const rates = cutOffRates(POINTS[2] as (typeof POINTS)[number]);
    expect(rates.stopped).toBeCloseTo(0.1);
    expect(rates.detection).toBeCloseTo(0.8);
    expect(rates.falsePositive).toBeCloseTo(2 / 90);
    expect(rates.precision).toBeCloseTo(0.8);
    expect(rates.fraudUnder).toBeCloseTo(2 / 90);
    expect(cutOffRates(POINTS[3] as (typeof POINTS)[number]).precision).toBeNull();
  });

  it('have an area that is the chance of a fraud to stand higher than a good event', () => {
    const pairs = BINS.flatMap((fraud) =>
      BINS.map((good) => {
        const weight = fraud.fraud * (good.events - good.fraud);
        return weight * (fraud.from > good.from ? 1 : fraud.from === good.from ? 0.5 : 0);
      }),
    );
    expect(rocArea(POINTS)).toBeCloseTo(pairs.reduce((sum, each) => sum + each, 0) / (10 * 90));
    expect(rocArea(cutOffPoints([bin(0, 5, 0)], 10))).toBeNull();
    expect(rocArea([])).toBeNull();
  });

  it('earn most where the goods lost to fraud cost more than the margin brings', () => {
    expect(netProfit({ amount: 1000, fraudAmount: 100 }, 0.2)).toBeCloseTo(900 * 0.2 - 100 * 0.8);
    // Of the highest bin 200 are good and earn 40, and 800 are lost with 640 of goods.
    expect(bestCutOff(POINTS, 0.2)?.cutOff).toBe(900);
    // With the whole amount as margin, goods cost nothing.
    expect(bestCutOff(POINTS, 1)?.cutOff).toBe(1000);
    expect(bestCutOff([], 0.2)).toBeNull();
  });

  it('can be read between the points of a curve', () => {
    const curve = [
      [1, 1],
      [0, 0],
      [0.5, 0.8],
    ] as const;
    expect(curveAt(curve, 0.25)).toBeCloseTo(0.4);
    expect(curveAt(curve, 0.5)).toBeCloseTo(0.8);
    expect(
      curveAt(
        [
          [0, 0],
          [0, 0.3],
          [1, 1],
        ],
        0,
      ),
    ).toBeCloseTo(0.3);
    expect(curveAt([[0.2, 0.1]], 0.1)).toBeNull();
    expect(curveAt(curve, 1.5)).toBeNull();
  });
});
