import { describe, expect, it } from 'vitest';
import { formatRange, parseRange, rangeProblem, resolveRange, widerRange, type TimeRange } from './time-range.ts';

const now = Date.parse('2026-11-21T14:32:05.000Z');
const between: TimeRange = {
  kind: 'between',
  from: '2018-04-01T00:00:00.000Z',
  to: '2018-05-01T00:00:00.000Z',
};

describe('the time range of a search', () => {
  it('means the hours before the moment it is asked', () => {
    expect(resolveRange({ kind: 'preset', preset: '24h' }, now)).toEqual({
      from: '2026-11-20T14:32:05.000Z',
      to: '2026-11-21T14:32:05.000Z',
    });
  });

  it('begins days at midnight', () => {
    expect(resolveRange({ kind: 'preset', preset: 'today' }, now, 'utc').from).toBe('2026-11-21T00:00:00.000Z');
    expect(resolveRange({ kind: 'preset', preset: 'yesterday' }, now, 'utc')).toEqual({
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
    });
  });

  it('reaches thirteen months back and no further', () => {
    const longest = resolveRange({ kind: 'preset', preset: '13mo' }, now);
    expect(longest.from).toBe('2025-10-21T14:32:05.000Z');
    expect(rangeProblem(longest.from, longest.to)).toBeUndefined();
    expect(rangeProblem('2025-10-21T14:32:04.000Z', longest.to)).toBe('tooLong');
  });

  it('names what is wrong with two moments', () => {
    expect(rangeProblem('', '2026-01-01')).toBe('fromMissing');
    expect(rangeProblem('2026-01-01', 'soon')).toBe('toMissing');
    expect(rangeProblem('2026-01-02', '2026-01-01')).toBe('fromAfterTo');
  });

  it('comes back from the address as it went', () => {
    for (const range of [between, { kind: 'preset', preset: '7d' } as const]) {
      expect(parseRange(formatRange(range))).toEqual(range);
    }
  });

  it('falls back to the last day where the address holds nothing usable', () => {
    for (const text of [undefined, '', 'soon', '2026-02-01..2026-01-01', '2000-01-01..2026-01-01']) {
      expect(parseRange(text)).toEqual({ kind: 'preset', preset: '24h' });
    }
  });

  it('knows the next longer preset', () => {
    expect(widerRange({ kind: 'preset', preset: 'today' })).toEqual({ kind: 'preset', preset: '7d' });
    expect(widerRange({ kind: 'preset', preset: '13mo' })).toBeUndefined();
    expect(widerRange(between)).toBeUndefined();
  });
});
