import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListIndex, listSourceOf } from './list-index.ts';

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
