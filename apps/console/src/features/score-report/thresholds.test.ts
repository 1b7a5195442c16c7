import type { BacktestCount, BacktestResult } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { countingClauses, currenciesOf, evenSteps, expressionOf, LADDER, MAX_STEPS, scaleOf } from './thresholds.ts';

const count = (events: number, fraud: number): BacktestCount => ({
  events,
  fraud,
  genuine: 0,
  amounts: [
    { currency: 'DKK', amount: 1, fraudAmount: 0 },
    { currency: 'EUR', amount: events * 10, fraudAmount: fraud * 10 },
  ],
});
const clause = (name: string, events: number, fraud: number) => ({
  name,
  fired: count(events, fraud),
  decided: count(0, 0),
  changed: count(0, 0),
});
const result = (...clauses: ReturnType<typeof clause>[]) => ({ clauses }) as unknown as BacktestResult;

describe('thresholds of a value', () => {
  it('are counted by clauses that decide nothing, in the section that reads all scores', () => {
    const clauses = countingClauses('purchase', '@"totalAmount" / 2', [10, 0.5], () => 'id');
    expect(clauses.map(({ name, code }) => [name, code.split('\n')[1]])).toEqual([
      ['all', 'WHEN true'],
      ['10', 'WHEN (@"totalAmount" / 2) >= 10'],
      ['0.5', 'WHEN (@"totalAmount" / 2) >= 0.5'],
    ]);
    expect(new Set(clauses.map(({ section }) => section))).toEqual(new Set(['postRisk']));
    expect(clauses.every(({ code }) => code.startsWith('OBSERVE '))).toBe(true);
    expect(expressionOf({ clauses })).toBe('@"totalAmount" / 2');
    expect(countingClauses('assessment-5', '1', [1], () => 'id')[0]).not.toHaveProperty('section');
  });

  it('are as many as a rule may have, in ascending order', () => {
    expect(evenSteps(0, 1, 10)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect(LADDER.length).toBeLessThan(MAX_STEPS);
    expect(LADDER).toEqual(LADDER.toSorted((a, b) => a - b));
  });

  it('become bins between them, with all the rest below the first', () => {
    const scale = scaleOf(
      {
        result: result(
          clause('all', 100, 10),
          clause('10', 40, 9),
          clause('20', 5, 4),
          clause('50', 0, 0),
          clause('100', 0, 0),
        ),
      },
      'EUR',
    );
    expect(scale?.bins).toEqual([
      { from: 0, events: 60, fraud: 1, amount: 600, fraudAmount: 10 },
      { from: 10, events: 35, fraud: 5, amount: 350, fraudAmount: 50 },
      { from: 20, events: 5, fraud: 4, amount: 50, fraudAmount: 40 },
      { from: 50, events: 0, fraud: 0, amount: 0, fraudAmount: 0 },
    ]);
    expect(scale?.points.find(({ cutOff }) => cutOff === 10)?.above).toMatchObject({ events: 40, fraud: 9 });
    expect(currenciesOf({ result: result(clause('all', 100, 10)) })).toEqual(['EUR', 'DKK']);
  });

  it('are none where another rule was tried', () => {
    expect(scaleOf({ result: result(clause('New account', 3, 1), clause('2', 1, 1)) }, 'EUR')).toBeNull();
    expect(scaleOf({ result: null }, 'EUR')).toBeNull();
  });
});
