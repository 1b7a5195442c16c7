import { listKey } from '@redoubt/domain';
import { ownBuffer, sharedBuffer } from '@redoubt/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from './key-hash.ts';
import { KeyIndex, shardsFor } from './key-index.ts';
import { packRows } from './packed-rows.ts';
import { PlacedRows } from './placed-rows.ts';

const SECRET = { k0: 0x1234_5678, k1: 0x0fed_cba9 };

const indexOf = (rows: PlacedRows, column: number, keepsLater: boolean, newBuffer = ownBuffer): KeyIndex => {
  const indexing = KeyIndex.of(rows, column, keepsLater, newBuffer, SECRET);
  let step = indexing.next();
  while (step.done !== true) step = indexing.next();
  return step.value;
};

/** What the index has to say, as a map of texts says it. */
const mapOf = (rows: readonly (readonly string[])[], column: number): ReadonlyMap<string, readonly number[]> => {
  const byKey = new Map<string, number[]>();
  for (const [row, cells] of rows.entries()) {
    const key = listKey(cells[column] ?? '');
    if (key !== '') byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return byKey;
};

const blank = fc.constantFrom('', ' ', '\t', '\u00a0', ' \u00a0', '\ufeff', '\u2003 ');
const body = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'ab',
    'aB',
    'a b',
    'ß',
    'SS',
    'ı',
    'I',
    'i',
    'İ',
    'ſ',
    'S',
    'é',
    'E\u0301',
    'ǆ',
    'ǅ',
    'ﬁ',
    '😀',
    'z\u00a0',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }).filter((text) => !text.includes('\0')),
);
const cell = fc.tuple(blank, body, blank).map((parts) => parts.join(''));
const rowsOfCells = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 60 });

describe('the keys of a column', () => {
  it.each([
    ['alone', false],
    ['and the others', true],
  ])('have the first row that a map of them has, %s', (_what, keepsLater) => {
    fc.assert(
      fc.property(rowsOfCells, cell, fc.boolean(), (cells, other, isShared) => {
        const placed = PlacedRows.of(packRows(cells));
        for (const column of [0, 1, 2]) {
          const index = indexOf(placed, column, keepsLater, isShared ? sharedBuffer : ownBuffer);
          const wanted = mapOf(cells, column);
          const keys = new Set([...cells.flat(), other].map(listKey));
          for (const key of keys) {
            const rows = key === '' ? undefined : wanted.get(key);
            expect(index.first(key)).toBe(rows?.[0]);
            expect([...index.later(key)]).toEqual(keepsLater ? (rows?.slice(1) ?? []) : []);
            expect(index.isRepeated(key)).toBe((rows?.length ?? 0) > 1);
          }
        }
      }),
    );
  });

  it('are told apart where their hashes are equal', () => {
    const byHash = new Map<number, string>();
    const alike: string[] = [];
    for (let at = 0; alike.length < 2; at += 1) {
      const key = `K${at}`;
      const hash = hashOf(key, SECRET);
      const other = byHash.get(hash);
      if (other !== undefined) alike.push(other, key);
      byHash.set(hash, key);
    }
    const [one = '', two = ''] = alike;
    const index = indexOf(PlacedRows.of(packRows([[one], ['x'], [two], [two]])), 0, true);
    expect([index.first(one), index.first(two), [...index.later(two)]]).toEqual([0, 2, [3]]);
    const without = indexOf(PlacedRows.of(packRows([[one], ['x']])), 0, true);
    expect([without.first(one), without.first(two)]).toEqual([0, undefined]);
  });

  it('spread over shards of some thousand rows', () => {
    expect([0, 1, 4096, 4097, 1_000_000, 9_000_000].map(shardsFor)).toEqual([1, 1, 1, 2, 256, 256]);
    const rows = Array.from({ length: 20_000 }, (_, at) => [`key ${at}`]);
    const { table } = indexOf(PlacedRows.of(packRows(rows)), 0, false);
    const sizes = table.shards.map(({ keys }) => keys);
    expect(sizes).toHaveLength(8);
    for (const size of sizes) expect(Math.abs(size - 2500)).toBeLessThan(300);
  });
});
