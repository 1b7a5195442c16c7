import { describe, expect, it } from 'vitest';
import { isQuiet, type QuietHours } from './quiet-hours.ts';

const nights: QuietHours = { from: 20, to: 7, weekends: false, timeZone: 'Europe/Berlin' };
const at = (time: string): number => Date.parse(time);

describe('quiet hours', () => {
  it('go over midnight, by the clocks of their zone', () => {
    // Berlin is two hours ahead of UTC in summer, one in winter.
    expect(isQuiet(nights, at('2026-07-01T17:59:59Z'))).toBe(false);
    expect(isQuiet(nights, at('2026-07-01T18:00:00Z'))).toBe(true);
    expect(isQuiet(nights, at('2026-07-02T04:59:59Z'))).toBe(true);
    expect(isQuiet(nights, at('2026-07-02T05:00:00Z'))).toBe(false);
    expect(isQuiet(nights, at('2026-12-01T18:30:00Z'))).toBe(false);
    expect(isQuiet(nights, at('2026-12-01T19:00:00Z'))).toBe(true);
  });

  it('within one day end before their last hour', () => {
    const lunch = { ...nights, from: 12, to: 14 };
    expect(isQuiet(lunch, at('2026-12-01T10:59:00Z'))).toBe(false);
    expect(isQuiet(lunch, at('2026-12-01T11:00:00Z'))).toBe(true);
    expect(isQuiet(lunch, at('2026-12-01T13:00:00Z'))).toBe(false);
  });

  it('take in whole weekends of the zone where that is asked', () => {
    const weekends = { from: 0, to: 0, weekends: true, timeZone: 'America/Sao_Paulo' };
    // Friday 22:00 and Saturday 00:00 in São Paulo.
    expect(isQuiet(weekends, at('2026-11-28T01:00:00Z'))).toBe(false);
    expect(isQuiet(weekends, at('2026-11-28T03:00:00Z'))).toBe(true);
    expect(isQuiet(weekends, at('2026-11-30T02:59:00Z'))).toBe(true);
    expect(isQuiet(weekends, at('2026-11-30T03:00:00Z'))).toBe(false);
  });
});
