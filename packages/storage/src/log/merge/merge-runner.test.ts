import { expect, it } from 'vitest';
import { restAfter } from './merge-runner.ts';

it('rests as long as it worked, and much longer while decisions need the machine', () => {
  expect(restAfter('merged', 40, 0)).toBe(40);
  expect(restAfter('passed', 40, 1)).toBeCloseTo(760);
  expect(restAfter('merged', 5000, 1)).toBe(10_000);
  expect(restAfter('merged', 40, 0.5)).toBeGreaterThan(100);
});

it('looks again later where nothing is old enough, or another node is at it', () => {
  expect(restAfter('idle', 1, 0)).toBe(30_000);
  expect(restAfter('busy', 1, 0)).toBe(2000);
});
