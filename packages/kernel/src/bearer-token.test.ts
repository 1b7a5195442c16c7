import { expect, it } from 'vitest';
import { bearerToken } from './bearer-token.ts';

it.each([
  ['Bearer abc.d-e_f', 'abc.d-e_f'],
  ['bearer  abc  ', 'abc'],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  ['Basic abc', undefined],
  ['xBearer abc', undefined],
  [undefined, undefined],
])('%s holds %s', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
