import { describe, expect, it } from 'vitest';
import { seenAttributes } from './seen-attributes.ts';

describe('attributes seen in events', () => {
  it('have a path as rules write it, a type and the example of the first event that had one', () => {
    const seen = seenAttributes([
      { customData: { basketMinutes: 12.5, note: null }, productList: [{ sku: 'a' }, { extra: true }] },
      { customData: { basketMinutes: 99, Note: 'x'.repeat(200) }, tags: ['a'] },
    ]);
    expect([...seen.values()]).toEqual([
      { path: 'customData', type: 'object', example: null, events: 2 },
      { path: 'customData.basketMinutes', type: 'number', example: 12.5, events: 2 },
      { path: 'productList', type: 'array', example: null, events: 1 },
      { path: 'productList.sku', type: 'string', example: 'a', events: 1 },
      { path: 'productList.extra', type: 'boolean', example: true, events: 1 },
      { path: 'customData.Note', type: 'string', example: 'x'.repeat(80), events: 1 },
      { path: 'tags', type: 'array', example: null, events: 1 },
    ]);
  });

  it('are dates where they are written as a date with a time', () => {
    const seen = seenAttributes([
      { at: '2026-11-16T07:12:44Z', local: '2026-11-16T07:12:44.123+01:00', day: '2026-11-16' },
    ]);
    expect([...seen.values()].map(({ type }) => type)).toEqual(['dateTime', 'dateTime', 'string']);
  });

  it('are compared ignoring case, and leave out names that a path cannot hold', () => {
    expect([...seenAttributes([{ A: 1, a: 2, 'b.c': 3, 'd[0]': 4, '': 5 }]).keys()]).toEqual(['a']);
  });

  it('end, however deep or wide an event is', () => {
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 5000; depth++) deep = { deep };
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, index]));
    expect(seenAttributes([deep as never, wide]).size).toBe(500);
  });
});
