import { expect, it } from 'vitest';
import { isWindow } from './window.ts';

it('a window is an amount the language knows with its unit', () => {
  for (const good of ['1s', '59s', '59m', '23h', '1d', '90d']) expect(isWindow(good), good).toBe(true);
  for (const bad of ['', '0d', '60s', '24h', '91d', '7', 'd', '7D', '1w', '-1d', '1.5h']) {
    expect(isWindow(bad), bad).toBe(false);
  }
});
