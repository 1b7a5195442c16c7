import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newExchange, pressureOn, readState, watchDeciding, writeState } from './decision-pressure.ts';

it('is none where the thread of decisions has nothing to do, and no more than the cores are in use', async () => {
  const exchange = newExchange();
  const pressure = pressureOn(exchange);
  expect(pressure(performance.now())).toBe(0);
  const unwatch = watchDeciding(exchange);
  for (let round = 0; round < 5; round += 1) {
    const endMs = performance.now() + 110;
    while (performance.now() < endMs);
    await delay(1);
  }
  const seen = pressure(performance.now());
  unwatch();
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThanOrEqual(1);
});

it('carries how projections are at from their thread to the other', () => {
  const exchange = newExchange();
  expect(readState(exchange)).toEqual({ yielding: 0, lateMs: 0 });
  writeState(exchange, { yielding: 0.25, lateMs: 1234.4 });
  expect(readState(exchange)).toEqual({ yielding: 0.25, lateMs: 1234 });
  writeState(exchange, { yielding: 1, lateMs: 10 ** 12 });
  expect(readState(exchange).lateMs).toBeGreaterThan(10 ** 9);
});
