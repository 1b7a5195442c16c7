import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listDifference } from '../lists/list-difference.ts';
import { readCsv } from './read-csv.ts';
import { everyRow, withAppended, type RowSource } from './row-source.ts';
import { writeCsv } from './write-csv.ts';

const read = (text: string | Uint8Array) =>
  readCsv(Readable.from([typeof text === 'string' ? Buffer.from(text) : text]));
const contentOf = (columns: readonly string[], rows: readonly (readonly string[])[]): RowSource => ({
  columns,
  rowCount: rows.length,
  rows: async function* () {
    yield* rows;
  },
});
const codes = async (text: string | Uint8Array) =>
  (await read(text)).problems.map(({ line, code }) => `${line} ${code}`);

describe('reading a list file', () => {
  it('takes the first row as header and keeps cells letter by letter', async () => {
    const file = await read('\ufeffEmail , Status\r\n nora@mailbox.example ,Block\n"a ""b"", c","two\nlines"\n');
    expect(file.columns).toEqual(['Email', 'Status']);
    expect(await everyRow(file)).toEqual([
      [' nora@mailbox.example ', 'Block'],
      ['a "b", c', 'two\nlines'],
    ]);
    expect(file.problems).toEqual([]);
  });

  it('reads a file that arrives in pieces that split a letter', async () => {
    const bytes = Buffer.from('Ort\nÅrhus\n');
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    const file = await readCsv(Readable.from(pieces));
    expect(await everyRow(file)).toEqual([['Århus']]);
    expect(file.contentHash).toBe((await read(bytes)).contentHash);
  });

  it('recognises what divides cells, also around quotes', async () => {
    for (const [text, delimiter] of [
      ['a;b\n"1;x";2,5\n', ';'],
      ['a\tb\n"1;x"\t2,5\n', '\t'],
      ['a|b\n"1;x"|2,5\n', '|'],
    ] as const) {
      const file = await read(text);
      expect([file.delimiter, file.problems, await everyRow(file)]).toEqual([delimiter, [], [['1;x', '2,5']]]);
    }
  });

  it('reads Windows-1252 and marked UTF-16, and says which', async () => {
    const western = await read(Buffer.from([0x61, 0x0a, 0x80, 0xe9, 0x0a]));
    expect([western.encoding, await everyRow(western)]).toEqual(['windows-1252', [['€é']]]);
    const wide = await read(Buffer.from('\ufeffa\tb\nå\t1\n', 'utf16le'));
    expect([wide.encoding, wide.delimiter, await everyRow(wide)]).toEqual(['utf-16le', '\t', [['å', '1']]]);
  });

  it('says where a file of one column looks divided', async () => {
    expect((await read('Key\na;1\nb;2\n')).likelyDivider).toBe(';');
    expect((await read('Key\na\nb\n')).likelyDivider).toBeNull();
  });

  it('names the line of every row that does not fit, counting the header and lines inside quotes', async () => {
    expect(await codes('a,b\n1,2\n1\n"x\ny",2\n1,2,3\n')).toEqual(['3 raggedRow', '6 raggedRow']);
  });

  it('says what is wrong with the header', async () => {
    expect(await codes('')).toEqual(['1 noColumns']);
    expect(await codes('a,,A\n')).toEqual(['1 emptyHeader', '1 repeatedHeader']);
  });

  it('says where bytes have no letter, a quote is not closed, a NUL stands', async () => {
    expect(await codes(Buffer.from([0x61, 0x0a, 0x81, 0x0a]))).toEqual(['1 notUtf8']);
    expect(await codes('a\n1\n"2\n')).toEqual(['3 malformed']);
    expect(await codes('a\nx\0y\n')).toEqual(['2 nul']);
  });

  it('gives up on a file that is wrong throughout', async () => {
    const file = await read(`a,b\n${'1\n'.repeat(5000)}`);
    expect(file.problems).toHaveLength(100);
  });

  it('refuses a file of 20 MB while it arrives', async () => {
    const megabyte = Buffer.alloc(1_000_000, 'x');
    let sent = 0;
    async function* tooMuch() {
      yield Buffer.from('a\n');
      for (; sent < 60; sent++) yield megabyte;
    }
    const stream = Readable.from(tooMuch());
    await expect(readCsv(stream)).rejects.toMatchObject({ code: 'LIST-TOO-LARGE' });
    expect(sent).toBeLessThan(60);
    expect(stream.destroyed).toBe(false);
  });

  it('says that the request was wrong when its sender goes away', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push('a\n1\n');
    const reading = readCsv(stream);
    stream.destroy(new Error('aborted'));
    await expect(reading).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });
});

describe('writing a list file', () => {
  it('gives back every cell when it is read again', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', '-', '@', ' ', '"', ',', '\r', '\n', '\t', '=', '\ufeff', 'é', '𝄞', "'"),
      maxLength: 8,
    });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc
          .array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 })
          .map((rows) => ({ width, rows })),
      );
    await fc.assert(
      fc.asyncProperty(table, async ({ width, rows }) => {
        const columns = Array.from({ length: width }, (_, index) => `column "${index}", x`);
        const file = await read(writeCsv(columns, rows));
        expect(file.problems).toEqual([]);
        expect(file.columns).toEqual(columns);
        expect(await everyRow(file)).toEqual(rows);
      }),
    );
  });
});

describe('cells a spreadsheet would run', () => {
  it('leave marked as text, and numbers as they are', () => {
    const cells = ['=1+1', '+cmd', '-2', '@SUM(A1)', '\tx', "'=1", "it's", '+45 1234', '-1.5', 'a=b'];
    expect(
      writeCsv(
        ['c'],
        cells.map((cell) => [cell]),
      ),
    ).toBe(
      ['c', "'=1+1", "'+cmd", '-2', "'@SUM(A1)", "'\tx", "''=1", "it's", '+45 1234', '-1.5', 'a=b', ''].join('\r\n'),
    );
  });

  it('come back without the mark; other apostrophes stay', async () => {
    const file = await read("c\r\n'=1+1\r\n''=1\r\nit's\r\n'quoted'\r\n");
    expect(await everyRow(file)).toEqual([['=1+1'], ["'=1"], ["it's"], ["'quoted'"]]);
  });
});

describe('the difference between two contents', () => {
  it('matches rows by their whole text, as often as they occur', async () => {
    const before = contentOf(
      ['Key', 'Zone'],
      [
        ['a', '1'],
        ['a', '1'],
        ['b', '2'],
      ],
    );
    const after = contentOf(
      ['key', 'Note'],
      [
        ['b', '2'],
        ['a', '1'],
        ['c', '3'],
      ],
    );
    expect(await listDifference(before, after)).toEqual({
      added: 1,
      removed: 1,
      unchanged: 2,
      columnsAdded: ['Note'],
      columnsRemoved: ['Zone'],
      addedRows: [['c', '3']],
      removedRows: [['a', '1']],
    });
  });

  it('adds up for any two contents, and is nothing between equal ones in another order', async () => {
    const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2')), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(rows, rows, async (left, right) => {
        const of = (content: readonly (readonly string[])[]) => contentOf(['key', 'zone'], content);
        const { added, removed, unchanged } = await listDifference(of(left), of(right));
        expect(unchanged + added).toBe(right.length);
        expect(unchanged + removed).toBe(left.length);
        const self = await listDifference(of(left), of(left.toReversed()));
        expect([self.added, self.removed]).toEqual([0, 0]);
      }),
    );
  });
});

describe('a column that says when rows expire', () => {
  const expiring = (text: string) => readCsv(Readable.from([Buffer.from(text)]), 'until');

  it('has days, instants with a zone, or nothing in its cells', async () => {
    const file = await expiring('key,Until\na,2026-12-31\nb,2026-12-31T10:00Z\nc,\n');
    expect([file.problems, file.expiryColumn]).toEqual([[], 'Until']);
    expect(file.contentHash).not.toBe((await read('key,Until\na,2026-12-31\nb,2026-12-31T10:00Z\nc,\n')).contentHash);
  });

  it('is refused by line where a cell says something else, and where the file lacks it', async () => {
    const found = async (text: string) => (await expiring(text)).problems.map(({ line, code }) => `${line} ${code}`);
    expect(await found('key,until\na,soon\nb,2026-02-30\nc,\n')).toEqual(['2 noExpiry', '3 noExpiry']);
    expect(await found('key\na\n')).toEqual(['1 expiryMissing']);
  });
});

describe('rows of a file behind others', () => {
  const before = contentOf(['Key', 'Zone'], [['a', '1']]);

  it('come in the order of columns that stands already', async () => {
    const both = withAppended(before, contentOf(['zone', 'KEY'], [['2', 'b']]));
    expect(await everyRow(both ?? before)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(both?.rowCount).toBe(2);
  });

  it('are refused where the columns are others', () => {
    for (const columns of [['Key'], ['Key', 'Note'], ['Key', 'Zone', 'Note']])
      expect(withAppended(before, contentOf(columns, []))).toBeNull();
  });
});
