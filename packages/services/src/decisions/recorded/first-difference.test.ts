import { expect, it } from 'vitest';
import { firstDifference } from './first-difference.ts';

it('finds none between equal values, whatever order their members stand in', () => {
  expect(firstDifference({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBeNull();
});

it.each([
  ['a value', { a: { b: 1 } }, { a: { b: 2 } }, { path: 'a.b', recorded: '1', recomputed: '2' }],
  ['the first of several', { a: 1, b: 1 }, { a: 2, b: 2 }, { path: 'a', recorded: '1', recomputed: '2' }],
  ['an entry of a list', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, { path: 'a[0].b', recorded: '1', recomputed: '2' }],
  ['an entry too many', [1, 2], [1], { path: '[1]', recorded: '2', recomputed: null }],
  ['a missing member', {}, { a: null }, { path: 'a', recorded: null, recomputed: 'null' }],
  ['a list in the place of an object', { a: {} }, { a: [] }, { path: 'a', recorded: '{}', recomputed: '[]' }],
  ['a name of a prototype', {}, { toString: 1 }, { path: 'toString', recorded: null, recomputed: '1' }],
])('names %s', (_what, recorded, recomputed, difference) => {
  expect(firstDifference(recorded, recomputed)).toEqual(difference);
});
