import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListIndex, listSourceOf } from './list-index.ts';

const emails = new ListIndex(
  ['Email', 'Status', 'Note'],
  [
    ['nora@mailbox.example', 'Block', ''],
    [' NORA@mailbox.example ', 'Safe', 'second'],
    ['', 'Watch', 'empty key'],
  ],
);
const source = listSourceOf([{ name: 'Blocked e-mails', index: emails }]);

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
    const index = new ListIndex(['key', 'value'], rows);
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
        expect(new ListIndex(['key', 'value'], table).lookup('key', key, 'value')).toBe(row?.[1]);
      }),
    );
  });
});
