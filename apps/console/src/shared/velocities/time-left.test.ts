import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

it('says a duration in the unit people would use', () => {
  expect([0, 1, 119, 120, 7199, 7200, 100_000].map((seconds) => timeLeft(seconds))).toEqual([
    { unit: 'secondsLeft', count: 1 },
    { unit: 'secondsLeft', count: 1 },
    { unit: 'secondsLeft', count: 119 },
    { unit: 'minutesLeft', count: 2 },
    { unit: 'minutesLeft', count: 120 },
    { unit: 'hoursLeft', count: 2 },
    { unit: 'hoursLeft', count: 28 },
  ]);
});
