import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListChunker, listContentHash, type ListChunk, type ListRow } from './list-chunks.ts';

const cut = (rows: readonly ListRow[]): ListChunk[] => {
  const chunker = new ListChunker();
  return [...rows.map((row) => chunker.add(row)), chunker.end()].filter((chunk) => chunk !== undefined);
};
const many = (count: number): string[][] =>
  Array.from({ length: count }, (_, row) => [`key ${row}`, `value ${row % 7}`]);
const notIn = (chunks: readonly ListChunk[], others: readonly ListChunk[]): number => {
  const known = new Set(others.map(({ hash }) => hash));
  return chunks.filter(({ hash }) => !known.has(hash)).length;
};

describe('chunks of a list', () => {
  it('hold every row once, in order', () => {
    const row = fc.array(fc.string(), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 0, max: 9000 }), (rows, longest) => {
        const all = [...rows, ['x'.repeat(longest), 'y'], ...many(longest)];
        const chunks = cut(all);
        expect(chunks.flatMap(({ text }) => JSON.parse(text) as string[][])).toEqual(all);
        expect(chunks.every(({ text, rowCount }) => (JSON.parse(text) as unknown[]).length === rowCount)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['a changed cell', (rows: string[][]) => rows.with(20_000, ['key 20000', 'other'])],
    ['a removed row', (rows: string[][]) => rows.toSpliced(20_000, 1)],
    ['an added row', (rows: string[][]) => rows.toSpliced(20_000, 0, ['new', 'row'])],
  ])('stay the same but for a few beside %s', (_what, change) => {
    const before = cut(many(40_000));
    const after = cut(change(many(40_000)));
    expect(before.length).toBeGreaterThan(30);
    expect(notIn(after, before)).toBeLessThanOrEqual(3);
  });

  it('are cut anew from any border as they are from the first row', () => {
    const rows = many(5000);
    const [first, ...others] = cut(rows);
    expect(cut(rows.slice(first?.rowCount))).toEqual(others);
  });

  it('have a longest length for rows that never end one', () => {
    expect(cut(Array.from({ length: 100_000 }, () => ['same'])).every(({ text }) => text.length <= 140_000)).toBe(true);
  });

  it('name the content with its columns and its expiry', () => {
    const hashes = cut(many(3)).map(({ hash }) => hash);
    const named = (columns: string[], expiryColumn: string | null) =>
      listContentHash({ columns, expiryColumn }, hashes);
    expect(new Set([named(['a', 'b'], null), named(['a', 'c'], null), named(['a', 'b'], 'b')]).size).toBe(3);
    expect(named(['a', 'b'], null)).toBe(named(['a', 'b'], null));
  });
});
