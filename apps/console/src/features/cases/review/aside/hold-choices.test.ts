import { describe, expect, it } from 'vitest';
import { HOLD_CHOICES, holdProblem, holdUntil } from './hold-choices.ts';

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

describe('holding a case', () => {
  it('is offered for hours, until tomorrow morning and until the next Monday', () => {
    const wednesday = at(25, 14, 30);
    expect(HOLD_CHOICES.map((choice) => holdUntil(choice, wednesday))).toEqual([
      at(25, 15, 30),
      at(25, 18, 30),
      at(26, 9),
      at(30, 9),
    ]);
  });

  it('until Monday means a week on a Monday, and the day after on a Sunday', () => {
    expect(holdUntil('monday', at(23, 7))).toBe(at(30, 9));
    expect(holdUntil('monday', at(29, 23))).toBe(at(30, 9));
  });

  it('needs a moment within the next thirty days', () => {
    const now = at(25, 14);
    expect([null, Number.NaN, now, now + 1].map((until) => holdProblem(until, now))).toEqual([
      'noTime',
      'noTime',
      'past',
      undefined,
    ]);
    expect(holdProblem(now + 31 * 86_400_000, now)).toBe('tooFar');
  });
});
