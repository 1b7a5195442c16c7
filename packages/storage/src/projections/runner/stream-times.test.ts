import { expect, it } from 'vitest';
import { StreamTimes } from './stream-times.ts';

it('says since when the log has been past a position', () => {
  const times = new StreamTimes();
  expect(times.lateMs(0, 1000)).toBe(0);
  times.note(1000, 10);
  times.note(2000, 20);
  times.note(2050, 25);
  times.note(3000, 30);
  expect(times.lateMs(30, 5000)).toBe(0);
  expect(times.lateMs(20, 5000)).toBe(2000);
  expect(times.lateMs(19, 5000)).toBe(3000);
  expect(times.lateMs(0, 5000)).toBe(4000);
});

it('keeps a bounded number of moments, and the oldest ones well enough', () => {
  const times = new StreamTimes();
  for (let second = 0; second < 10_000; second += 1) times.note(second * 1000, second);
  const late = times.lateMs(8999, 10_000_000);
  expect(late).toBeGreaterThan(700_000);
  expect(late).toBeLessThanOrEqual(1_000_000);
  expect(times.lateMs(9998, 10_000_000)).toBe(1000);
});
