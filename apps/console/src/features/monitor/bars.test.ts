import { describe, expect, it } from 'vitest';
import { monitorBuckets } from './bars.ts';

const monitor = {
  stepMinutes: 15,
  asOf: '2026-03-14T10:22:00.000Z',
  bars: [
    { from: '2026-03-14T10:00:00.000Z', decisions: { Approve: 3, Reject: 1 }, before: 8 },
    { from: '2026-03-14T10:15:00.000Z', decisions: {}, before: 0 },
  ],
};

describe('the bars of a monitor', () => {
  it('are counts beside what was before, the one that still fills told apart', () => {
    const [first, last] = monitorBuckets(monitor, false);
    expect(first).toMatchObject({ counts: { Approve: 3, Reject: 1, Review: 0 }, before: 8, unfinished: false });
    expect(last).toMatchObject({ counts: { Approve: 0 }, unfinished: true });
    expect((last?.toMs ?? 0) - (last?.fromMs ?? 0)).toBe(900_000);
  });

  it('are shares of each bar, and nothing where nothing came', () => {
    const [first, last] = monitorBuckets(monitor, true);
    expect(first?.counts).toEqual({ Approve: 75, Reject: 25, Review: 0, Challenge: 0 });
    expect(last?.counts).toEqual({ Approve: 0, Reject: 0, Review: 0, Challenge: 0 });
  });
});
