import { describe, expect, it } from 'vitest';
import { usualBacklog } from './usual-backlog.ts';

const WEEK = 168;
/** Open cases of hours on end: the number of the week, but for the hour that fills now. */
const weeks = (count: number) => Array.from({ length: count * WEEK + 24 }, (_, hour) => Math.floor(hour / WEEK));

describe('the usual backlog', () => {
  it('is the quartiles of the same hour of the weeks before, also for hours to come', () => {
    const ranges = usualBacklog(weeks(8));
    expect(ranges).toHaveLength(30);
    // Weeks 0 to 7 held 0 to 7 cases.
    expect(ranges[0]).toEqual({ low: 1.75, middle: 3.5, high: 5.25 });
    expect(ranges[29]).toEqual({ low: 1.75, middle: 3.5, high: 5.25 });
  });

  it('looks at the same hour of the day alone', () => {
    const opens = Array.from({ length: 8 * WEEK + 24 }, (_, hour) => hour % 24);
    expect(usualBacklog(opens).map((range) => range?.middle)).toEqual(
      Array.from({ length: 30 }, (_, hour) => hour % 24),
    );
  });

  it('is not said of fewer than four weeks', () => {
    expect(usualBacklog(weeks(3)).every((range) => range === null)).toBe(true);
    expect(usualBacklog(weeks(4)).every((range) => range !== null)).toBe(true);
    const unknown = weeks(8).map((open, hour) => (hour < 5 * WEEK ? null : open));
    expect(usualBacklog(unknown)[0]).toBeNull();
  });
});
