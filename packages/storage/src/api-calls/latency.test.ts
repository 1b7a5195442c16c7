import { describe, expect, it } from 'vitest';
import { LATENCY_CLASSES, latencyClassOf, latencyPercentile } from './latency.ts';

const calls = (...latenciesMs: readonly number[]): number[] => {
  const latency = new Array<number>(LATENCY_CLASSES).fill(0);
  for (const ms of latenciesMs) latency[latencyClassOf(ms)] = (latency[latencyClassOf(ms)] ?? 0) + 1;
  return latency;
};

describe('percentiles of latency', () => {
  it('are the bound that a share of the calls did not pass', () => {
    const latency = calls(0.4, 0.9, 1, 1.2, 4, 4.5, 6, 9, 12, 80);
    expect(latencyPercentile(latency, 0.3)).toBe(1);
    expect(latencyPercentile(latency, 0.5)).toBe(5);
    expect(latencyPercentile(latency, 0.9)).toBe(15);
    expect(latencyPercentile(latency, 0.99)).toBe(100);
  });

  it('stop at the last bound, and are nothing where nothing was called', () => {
    expect(latencyPercentile(calls(60_000), 0.5)).toBe(5000);
    expect(latencyPercentile(calls(), 0.5)).toBeNull();
  });
});
