import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buffersOf, packRows, packRowsInTurns, rowAt } from './packed-rows.ts';

describe('packed rows', () => {
  it('are the rows they were made of, whatever letters these hold', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 40 }), (rows) => {
        const packed = packRows(rows);
        expect(packed).toHaveLength(rows.length);
        expect(rows.map((_row, at) => rowAt(packed, at))).toEqual(rows);
      }),
    );
  });

  it('are the same beyond one block, read in turns, and after they were handed over', async () => {
    const rows = Array.from({ length: 5000 }, (_unused, at) => [`käse ${at}`, '', `☃ ${at * 7}`]);
    const packed = await packRowsInTurns(rows);
    const handed = structuredClone(packed, { transfer: [...buffersOf(packed)] });
    expect(handed).toHaveLength(5000);
    for (const at of [0, 1023, 1024, 4999]) expect(rowAt(handed, at)).toEqual(rows[at]);
    expect(rowAt(handed, 5000)).toEqual([]);
  });
});
