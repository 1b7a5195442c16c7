import { expect, it } from 'vitest';
import { fitsPattern } from './folder-connection.ts';

it.each([
  ['sales-2026-03.csv', 'sales-*.csv', true],
  ['sales-2026-03.csv', '*.csv', true],
  ['sales.csv.gz', '*.csv', false],
  ['sales1.csv', 'sales?.csv', true],
  ['sales.csv', 'sales?.csv', false],
  ['a.b', 'axb', false],
  ['aab', 'a*ab', true],
  ['', '*', true],
  ['x', '', false],
])('%s fits %s: %s', (name, pattern, fits) => {
  expect(fitsPattern(name, pattern)).toBe(fits);
});

it('ends soon for a pattern of many stars', () => {
  expect(fitsPattern('a'.repeat(200), `${'*a'.repeat(99)}*b`)).toBe(false);
});
