import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListIndex, listSourceOf } from './list-index.ts';
import { packChunk, packedOf, type RowBlock } from './packed-rows.ts';

const emails = ListIndex.of(
  ['Email', 'Status', 'Note'],
  [
    ['nora@mailbox.example', 'Block', ''],
    [' NORA@mailbox.example ', 'Safe', 'second'],
    ['', 'Watch', 'empty key'],
  ],
);
const source = listSourceOf([{ name: 'Blocked e-mails', index: emails }])(0);

describe('list look-ups', () => {
  it('match trimmed and ignoring case, and take the first row', () => {
    expect(source.containsKey('blocked E-MAILS', 'email', ' Nora@Mailbox.Example')).toBe(true);
    expect(source.lookup('Blocked e-mails', 'EMAIL', 'nora@mailbox.example', 'status')).toBe('Block');
    expect(source.lookup('Blocked e-mails', 'Status', 'safe', 'Note')).toBe('second');
  });

  it('give an empty cell as empty text', () => {
    expect(source.lookup('Blocked e-mails', 'Email', 'nora@mailbox.example', 'Note')).toBe('');
  });

  it('never find an empty key', () => {
    expect(source.containsKey('Blocked e-mails', 'Email', '  ')).toBe(false);
    expect(source.lookup('Blocked e-mails', 'Email', '', 'Status')).toBeUndefined();
  });

  it('find nothing in lists and columns that are not there', () => {
    expect(source.containsKey('Other', 'Email', 'x')).toBe(false);
    expect(source.lookup('Blocked e-mails', 'Phone', 'x', 'Status')).toBeUndefined();
    expect(source.lookup('Blocked e-mails', 'Email', 'nora@mailbox.example', 'Phone')).toBeUndefined();
  });

  it('are the same when the columns were indexed ahead', async () => {
    const rows = Array.from({ length: 25_000 }, (_, row) => [`key ${row % 20_000}`, `value ${row}`]);
    const index = ListIndex.of(['key', 'value'], rows);
    await index.warm(['KEY', 'other']);
    expect(index.lookup('key', 'Key 19999', 'value')).toBe('value 19999');
    expect(index.lookup('key', 'key 20000', 'value')).toBeUndefined();
    expect(index.lookup('value', 'VALUE 24999', 'key')).toBe('key 4999');
  });

  it('agree with a walk over the rows', () => {
    const cell = fc.constantFrom('a', 'A', ' a ', 'b', 'ß', 'SS', '');
    const rows = fc.array(fc.tuple(cell, cell), { maxLength: 12 });
    fc.assert(
      fc.property(rows, cell, (table, key) => {
        const wanted = key.trim().toUpperCase().replace('SS', 'ss-two-letters');
        const fold = (text: string) => (text === 'ß' ? 'ß' : text.trim().toUpperCase().replace('SS', 'ss-two-letters'));
        const row = wanted === '' ? undefined : table.find(([first]) => fold(first) === fold(key));
        expect(ListIndex.of(['key', 'value'], table).lookup('key', key, 'value')).toBe(row?.[1]);
      }),
    );
  });
});

describe('rows that do not always count', () => {
  const columns = ['Key', 'Status', 'Until'];
  const now = (nowMs: number) => ({ nowMs, position: Number.POSITIVE_INFINITY });

  it('are passed over from the instant they expire at', () => {
    const index = ListIndex.of(
      columns,
      [
        ['nora', 'Block', '2026-01-01T00:00:00.000Z'],
        ['NORA', 'Watch', ''],
        ['finn', 'Safe', 'some day'],
      ],
      { expires: 2 },
    );
    const newYear = Date.UTC(2026, 0, 1);
    expect(index.lookup('Key', 'nora', 'Status', now(newYear - 1))).toBe('Block');
    expect(index.lookup('Key', 'nora', 'Status', now(newYear))).toBe('Watch');
    expect(index.has('Status', 'block', now(newYear))).toBe(false);
    expect(index.lookup('Key', 'finn', 'Status', now(newYear * 2))).toBe('Safe');
  });

  it('are there for the events after one position, up to another', () => {
    const index = ListIndex.of(
      columns,
      [
        ['nora', 'Safe', '', '7', ''],
        ['nora', 'Block', '', '3', '7'],
      ],
      { expires: 2, from: 3, until: 4 },
    );
    const statusAt = (position: number) => index.lookup('Key', 'nora', 'Status', { nowMs: 0, position });
    expect([3, 4, 7, 8].map(statusAt)).toEqual([undefined, 'Block', 'Block', 'Safe']);
  });
});

describe('the index of a later content', () => {
  const blocks = new Map<string, RowBlock>();
  const chunk = (rows: readonly (readonly string[])[]): RowBlock => {
    const name = JSON.stringify(rows);
    const block = blocks.get(name) ?? packChunk(name, rows);
    blocks.set(name, block);
    return block;
  };
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const columns = ['key', 'kind', 'until'];
  const row = fc.tuple(
    fc.constantFrom(...keys, ''),
    fc.constantFrom('x', 'y'),
    fc.constantFrom('', '1970-01-01T00:00:10.000Z', 'some day'),
  );
  type Chunks = readonly (readonly (readonly string[])[])[];
  const rowsOf = (chunks: Chunks) => packedOf(chunks.map(chunk));
  const saysOf = (index: ListIndex) =>
    [0, 20_000].flatMap((nowMs) =>
      [...keys, '', 'x', 'y', 'some day'].flatMap((key) =>
        columns.flatMap((from) =>
          columns.map((to) => index.lookup(from, key, to, { nowMs, position: Number.POSITIVE_INFINITY })),
        ),
      ),
    );
  /** What happens to one chunk, or behind the last one. */
  const edit = fc.record({
    at: fc.nat(),
    row: fc.nat(),
    kind: fc.constantFrom('set', 'insert', 'remove', 'chunk', 'cut', 'move', 'join'),
    cells: row,
    more: fc.array(row, { minLength: 1, maxLength: 5 }),
  });
  type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
  const edited = (chunks: Chunks, { at, row: place, kind, cells, more }: Edit): Chunks => {
    const index = chunks.length === 0 ? 0 : at % chunks.length;
    const rows = chunks[index];
    if (!rows || kind === 'chunk') return chunks.toSpliced(index, 0, more);
    const inRows = place % rows.length;
    if (kind === 'cut') return chunks.toSpliced(index, 1);
    if (kind === 'move') return [...chunks.toSpliced(index, 1), rows];
    if (kind === 'join') return chunks.toSpliced(index, 2, [...rows, ...(chunks[index + 1] ?? [])]);
    const changed =
      kind === 'set'
        ? rows.with(inRows, cells)
        : rows.toSpliced(inRows, kind === 'remove' ? 1 : 0, ...(kind === 'insert' ? more : []));
    return chunks.toSpliced(index, 1, ...(changed.length === 0 ? [] : [changed]));
  };
  const content = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 8, maxLength: 16 });

  it.each([
    ['always count', null],
    ['expire', { expires: 2 }],
  ])(
    'says what an index made of it says, and the one before still says what it did, where rows %s',
    async (_what, life) => {
      let patched = 0;
      await fc.assert(
        fc.asyncProperty(content, fc.array(edit, { minLength: 1, maxLength: 12 }), async (first, edits) => {
          let chunks: Chunks = first;
          let newest = new ListIndex(columns, rowsOf(chunks), life);
          await newest.warm(['key', 'kind']);
          const made: { readonly index: ListIndex; readonly says: unknown }[] = [];
          for (const each of edits) {
            chunks = edited(chunks, each);
            newest = await newest.next(columns, rowsOf(chunks), life);
            if (newest.isReady(['key'])) patched += 1;
            const says = saysOf(new ListIndex(columns, rowsOf(chunks), life));
            made.push({ index: newest, says });
            expect(saysOf(newest)).toEqual(says);
          }
          for (const { index, says } of made) expect(saysOf(index)).toEqual(says);
        }),
        { numRuns: 100 },
      );
      expect(patched).toBeGreaterThan(100);
    },
  );

  it('keeps its keys when many of them changed', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      Array.from({ length: 1000 }, (__, inChunk) => [`k${at * 1000 + inChunk}`, 'x', '']),
    );
    let index = new ListIndex(columns, rowsOf(many));
    await index.warm(['key']);
    const changed = many.map((rows, at) =>
      at % 10 === 0 ? rows.map(([key = '', ...cells]) => [`${key}!`, ...cells]) : rows,
    );
    index = await index.next(columns, rowsOf(changed), null);
    expect(index.isReady(['key'])).toBe(true);
    expect(['k0', 'k0!', 'k1000', 'k10999!', 'k10999'].map((key) => index.has('key', key))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['other columns', ['key', 'until', 'kind'], null],
    ['another expiry', columns, { expires: 2 }],
  ])('is made anew for %s', async (_what, named, life) => {
    const rows = rowsOf([[['a', 'x', 'y']]]);
    const index = new ListIndex(columns, rows);
    await index.warm(['key']);
    const next = await index.next(named, rows, life);
    expect(next.isReady(['key'])).toBe(false);
    expect(next.lookup('key', 'a', 'kind')).toBe(life ? 'x' : 'y');
  });
});
