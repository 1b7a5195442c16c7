import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buffersOf, packChunk, packedOf, packRows, packRowsInTurns, rowOf, type PackedRows } from './packed-rows.ts';
import { PlacedRows } from './placed-rows.ts';

const rowsIn = (packed: PackedRows): (readonly string[])[] => {
  const placed = PlacedRows.of(packed);
  return [...placed.numbers()].map((number) => placed.row(number));
};

describe('packed rows', () => {
  it('are the rows they were made of, whatever letters these hold', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 40 }), (rows) => {
        const packed = packRows(rows);
        expect(packed).toHaveLength(rows.length);
        expect(rowsIn(packed)).toEqual(rows);
      }),
    );
  });

  it('are the same beyond one block, read in turns, and after they were handed over', async () => {
    const rows = Array.from({ length: 5000 }, (_unused, at) => [`käse ${at}`, '', `☃ ${at * 7}`]);
    const packed = await packRowsInTurns(rows);
    const handed = structuredClone(packed, { transfer: [...buffersOf(packed)] });
    expect(handed).toHaveLength(5000);
    expect(rowsIn(handed)).toEqual(rows);
  });

  it('are handed over once where a chunk stands in them twice', () => {
    const chunk = packChunk('named', [['a', 'b']]);
    const packed = packedOf([chunk, chunk]);
    expect(rowsIn(structuredClone(packed, { transfer: [...buffersOf(packed)] }))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('give no row behind the last one of a block', () => {
    const block = packChunk('named', [['a', 'b']]);
    expect([block.name, rowOf(block, 0), rowOf(block, 1)]).toEqual(['named', ['a', 'b'], []]);
  });
});
