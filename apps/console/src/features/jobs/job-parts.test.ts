import { expect, it } from 'vitest';
import { clockText } from './job-parts.ts';

it('a duration says hours only where there are some', () => {
  expect([-5, 0, 5900, 60_000, 3_723_000, 360_000_000].map(clockText)).toEqual([
    '0:00',
    '0:00',
    '0:05',
    '1:00',
    '1:02:03',
    '100:00:00',
  ]);
});
