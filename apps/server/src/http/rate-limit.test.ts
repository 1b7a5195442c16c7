import { MINUTE_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { createRateLimit, networkOf } from './rate-limit.ts';

describe('a rate limit', () => {
  it('grants a burst, then so many a minute, by key', () => {
    let nowMs = 0;
    const limit = createRateLimit({ now: () => nowMs }, 2, 6);
    expect([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([0, 0, 10_000, 0]);
    nowMs += 10_000;
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 10_000]);
    nowMs += 10 * MINUTE_MS;
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 10_000]);
  });

  it('takes back what did not count', () => {
    const limit = createRateLimit({ now: () => 0 }, 1, 1);
    expect(limit.take('a')).toBe(0);
    limit.giveBack('a');
    expect([limit.take('a'), limit.take('a')]).toEqual([0, MINUTE_MS]);
  });

  it('counts an IPv6 network as one address', () => {
    expect(['203.0.113.9', '::ffff:203.0.113.9'].map(networkOf)).toEqual(['203.0.113.9', '203.0.113.9']);
    expect(['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', '2001:db8::9', '::1'].map(networkOf)).toEqual([
      '2001:db8:1:2',
      '2001:db8:1:2',
      '2001:db8:0:0',
      '0:0:0:0',
    ]);
  });
});
