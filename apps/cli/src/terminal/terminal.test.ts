import { fixedClock } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { formatCount, formatDuration, formatRate, formatTally } from './format.ts';
import { createProgress } from './progress.ts';
import { createRateMeter } from './rate-meter.ts';

describe('formats', () => {
  it('are short and readable', () => {
    expect(formatCount(288062)).toBe('288,062');
    expect(formatRate(4812.4)).toBe('4,812/s');
    expect(formatRate(0.5)).toBe('0.5/s');
    expect([52_000, 250_000, 3_900_000].map(formatDuration)).toEqual(['52 s', '4 min 10 s', '1 h 5 min']);
    expect(formatTally({ Reject: 21, Approve: 1170, Review: 0 })).toBe('Approve 1,170 · Reject 21');
    expect(formatTally({})).toBe('none');
  });
});

describe('rate meter', () => {
  it('measures over the last seconds only', () => {
    const clock = fixedClock(0);
    const meter = createRateMeter(clock);
    for (let second = 0; second <= 20; second += 1) {
      meter.note(second < 10 ? 0 : (second - 10) * 100);
      clock.advance(1000);
    }
    expect(meter.perSecond()).toBe(100);
  });
});

describe('progress without a screen', () => {
  it('prints a line every five seconds with rate and remaining time', () => {
    const clock = fixedClock(0);
    const lines: string[] = [];
    const terminal = { print: () => undefined, error: (text: string) => void lines.push(text), screen: null };
    const progress = createProgress(terminal, clock, 'rows');
    for (let second = 0; second <= 10; second += 1) {
      progress.update({ count: second * 1000, share: second / 20 });
      clock.advance(1000);
    }
    progress.finish();
    expect(lines).toEqual([' 25 %  5,000 rows  1,000/s  15 s left', ' 50 %  10,000 rows  1,000/s  10 s left']);
  });
});
