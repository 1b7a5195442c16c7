import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

const fail = (breaker: CircuitBreaker, times: number, everyMs: number, fromMs = 0): number => {
  for (let index = 0; index < times; index += 1) breaker.failed(fromMs + index * everyMs);
  return fromMs + (times - 1) * everyMs;
};

describe('circuit breaker', () => {
  it('opens after 20 failures in a row within 10 seconds, and lets one call try after 15', () => {
    const breaker = new CircuitBreaker();
    fail(breaker, 19, 100);
    expect(breaker.admits(1900)).toBe(true);
    breaker.failed(1900);
    expect(breaker.isOpen()).toBe(true);
    expect(breaker.admits(1901)).toBe(false);
    expect(breaker.admits(16_900)).toBe(true);
    expect(breaker.admits(16_900)).toBe(false);
    breaker.failed(16_950);
    expect(breaker.admits(31_949)).toBe(false);
    expect(breaker.admits(31_950)).toBe(true);
    breaker.succeeded();
    expect(breaker.isOpen()).toBe(false);
    expect(breaker.admits(31_951)).toBe(true);
  });

  it('stays closed where failures are rare or something succeeds in between', () => {
    const slow = new CircuitBreaker();
    fail(slow, 60, 600);
    expect(slow.isOpen()).toBe(false);
    const mixed = new CircuitBreaker();
    const lastMs = fail(mixed, 19, 10);
    mixed.succeeded();
    fail(mixed, 19, 10, lastMs);
    expect(mixed.isOpen()).toBe(false);
  });
});
