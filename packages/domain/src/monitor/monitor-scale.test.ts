import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { MONITOR_PERIODS, MONITOR_SCALES, monitorBars } from './monitor-scale.ts';

const NOW = Date.parse('2026-03-14T10:22:31Z');

describe('the bars of a monitor', () => {
  it('end with the one that still fills', () => {
    expect(monitorBars('48h', 15, NOW)).toEqual({
      fromMs: Date.parse('2026-03-12T10:30:00Z'),
      toMs: Date.parse('2026-03-14T10:30:00Z'),
      stepMs: 15 * MINUTE_MS,
    });
    expect(monitorBars('8d', 1440, NOW).toMs).toBe(Date.parse('2026-03-15T00:00:00Z'));
  });

  it('are as wide as offered, whatever is asked', () => {
    expect(monitorBars('1h', 7, NOW).stepMs).toBe(MINUTE_MS);
    expect(monitorBars('8d', undefined, NOW).stepMs).toBe(HOUR_MS);
  });

  it('fill their period without a rest', () => {
    for (const period of MONITOR_PERIODS) {
      const { spanMs, steps } = MONITOR_SCALES[period];
      for (const step of steps) expect(spanMs % (step * MINUTE_MS)).toBe(0);
      expect(spanMs).toBeLessThanOrEqual(8 * DAY_MS);
    }
  });
});
