import { LEASE_MS } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { clockText } from '../../../../shared/cases/clock-text.ts';
import { LEASE_WARNING_MS, leaseTime } from './lease-time.ts';

describe('a lease', () => {
  it('runs, warns two minutes before its end, and is over', () => {
    expect(leaseTime(LEASE_MS, 0)).toEqual({ leftMs: LEASE_MS, phase: 'running', share: 1 });
    expect(leaseTime(LEASE_MS, LEASE_MS - LEASE_WARNING_MS - 1).phase).toBe('running');
    expect(leaseTime(LEASE_MS, LEASE_MS - LEASE_WARNING_MS).phase).toBe('warning');
    expect(leaseTime(LEASE_MS, LEASE_MS + 5000)).toEqual({ leftMs: 0, phase: 'over', share: 0 });
  });

  it('is read as a clock, never showing 0:00 while something is left', () => {
    expect([1, 1000, 61_000, 1_458_000, 3_723_000, 0, -5].map(clockText)).toEqual([
      '0:01',
      '0:01',
      '1:01',
      '24:18',
      '1:02:03',
      '0:00',
      '0:00',
    ]);
  });
});
