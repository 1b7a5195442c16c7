import { putCaseSettings } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { limitLines, limitsOf } from './limit-lines.ts';

const fits = (lines: string): boolean =>
  putCaseSettings.body.safeParse({
    version: '0',
    holdSeconds: 0,
    secondReview: { sharePercent: 0, limits: limitsOf(lines) },
    hidesAgents: false,
    masksPersonal: false,
  }).success;

describe('limits by currency', () => {
  it('are read as they are written', () => {
    const limits = [
      { currency: 'EUR', amount: 500 },
      { currency: 'USD', amount: 450.5 },
    ];
    expect(limitLines(limits)).toBe('EUR 500\nUSD 450.5');
    expect(limitsOf('eur 500\n\n USD  450.5 ')).toEqual(limits);
  });

  it('are refused where a line says something else', () => {
    expect(fits('EUR 500')).toBe(true);
    for (const line of ['EUR', '500', 'EUR five', 'EUR 5 6', 'EURO 5', 'EUR -1']) expect(fits(line)).toBe(false);
  });
});
