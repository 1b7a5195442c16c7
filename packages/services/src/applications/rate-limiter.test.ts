import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

const caller = (callsPerSecond: number, clientId = 'shop') => ({ tenantId: 't', clientId, callsPerSecond });

describe('a limit on calls', () => {
  it('lets a second’s worth through at once, and then as many as time has passed for', () => {
    const limiter = createRateLimiter();
    const take = (nowMs: number) => limiter.take(caller(10), nowMs);
    expect(Array.from({ length: 10 }, () => take(0))).toEqual(Array.from({ length: 10 }, () => 0));
    expect(take(0)).toBe(100);
    expect(take(99)).toBe(1);
    expect(take(100)).toBe(0);
    expect(take(100)).toBe(100);
  });

  it('is each application’s own', () => {
    const limiter = createRateLimiter();
    expect([limiter.take(caller(1), 0), limiter.take(caller(1, 'app'), 0)]).toEqual([0, 0]);
    expect(limiter.take(caller(1), 0)).toBe(1000);
  });

  it('is shared evenly by the nodes that decide, also where it is less than one each', () => {
    let nodes = 1;
    const limiter = createRateLimiter(() => nodes);
    nodes = 4;
    expect(limiter.take(caller(2), 0)).toBe(0);
    expect(limiter.take(caller(2), 0)).toBe(2000);
    nodes = 1;
    expect(limiter.take(caller(2), 500)).toBe(500);
    expect(limiter.take(caller(2), 1000)).toBe(0);
  });

  it('is never passed by more than a second’s worth, however calls come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 }),
        (callsPerSecond, gaps) => {
          const limiter = createRateLimiter();
          let [nowMs, passed] = [0, 0];
          for (const gap of gaps) {
            nowMs += gap;
            if (limiter.take(caller(callsPerSecond), nowMs) === 0) passed += 1;
          }
          expect(passed).toBeLessThanOrEqual(callsPerSecond * (1 + nowMs / 1000) + 1e-6);
        },
      ),
    );
  });

  it('grants nothing for a clock that was set back', () => {
    const limiter = createRateLimiter();
    expect(limiter.take(caller(1), 5000)).toBe(0);
    expect(limiter.take(caller(1), 0)).toBe(1000);
    expect(limiter.take(caller(1), 1000)).toBe(0);
  });
});
