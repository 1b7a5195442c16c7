import { describe, expect, it } from 'vitest';
import { rowExpiryMs } from './row-expiry.ts';

describe('the expiry of a row', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['2026-12-31', Date.UTC(2027, 0, 1)],
    ['2024-02-29', Date.UTC(2024, 2, 1)],
    ['2026-12-31T12:30Z', Date.UTC(2026, 11, 31, 12, 30)],
    ['2026-12-31T12:30:15.250+02:00', Date.UTC(2026, 11, 31, 10, 30, 15, 250)],
    ['2026-02-30', undefined],
    ['2026-02-30T10:00Z', undefined],
    ['2026-12-31T25:00Z', undefined],
    ['2026-12-31T12:30', undefined],
    ['31.12.2026', undefined],
    ['soon', undefined],
  ])('of %j is %j', (cell, expected) => {
    expect(rowExpiryMs(cell)).toBe(expected);
  });
});
