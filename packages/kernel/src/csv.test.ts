import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, guardCell, guardedCsvLine, unguardCell } from './csv.ts';

describe('a line of CSV', () => {
  it('quotes what a reader would take for a divider, an end or a mark', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '\ufeffh'])).toBe('a,"b,c","d""e","f\ng","\ufeffh"');
  });

  it('keeps a row whose only cell is empty apart from an empty line', () => {
    expect(csvLine([''])).toBe('""');
    expect(csvLine(['', ''])).toBe(',');
  });

  it('marks what a spreadsheet would run as text, and leaves numbers as they are', () => {
    expect(guardedCsvLine(['=1+1', '-3', '+31 20 123', '@x', '-x'])).toBe("'=1+1,-3,+31 20 123,'@x,'-x");
  });

  it('gives every cell again once the mark is taken away', () => {
    const cell = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '1', 'a', '\t') });
    fc.assert(
      fc.property(cell, (text) => {
        expect(unguardCell(guardCell(text))).toBe(text);
      }),
    );
  });
});
