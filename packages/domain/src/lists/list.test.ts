import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerProblems, isListName, listKey, MAX_LIST_COLUMNS, vanishingColumns } from './list.ts';

describe('list names', () => {
  it('are 1 to 60 characters without quotes, back-slashes and control characters', () => {
    for (const name of ['Blocked e-mails', 'Pays à risque', '高危国家', 'x'.repeat(60)])
      expect(isListName(name)).toBe(true);
    for (const name of ['', ' ', 'x'.repeat(61), 'a"b', 'a\\b', 'a\nb']) expect(isListName(name)).toBe(false);
  });
});

describe('list keys', () => {
  it('ignore case and blanks around', () => {
    expect(listKey(' Nora.Quill@Mailbox.example\t')).toBe(listKey('nora.quill@mailbox.EXAMPLE'));
    expect(listKey('ÅSE')).toBe(listKey('åse'));
  });

  it('compare letter by letter: a sharp s is no double s, composition counts', () => {
    expect(listKey('straße')).not.toBe(listKey('STRASSE'));
    expect(listKey('cafe\u0301')).not.toBe(listKey('café'));
  });

  it('rest on upper case never shortening a letter', () => {
    const shorter: number[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const letter = String.fromCodePoint(codePoint);
      if (letter.toUpperCase().length < letter.length) shorter.push(codePoint);
    }
    expect(shorter).toEqual([]);
  });

  it('are stable, and agree with upper case on plain text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, plain) => {
        expect(listKey(listKey(text))).toBe(listKey(text));
        expect(listKey(plain.toLowerCase())).toBe(listKey(plain.toUpperCase()));
      }),
    );
  });
});

describe('list headers', () => {
  it('name every column once', () => {
    expect(headerProblems(['Key', 'Status'])).toEqual([]);
    expect(headerProblems([])).toEqual([{ code: 'noColumns', column: 0, name: '' }]);
    expect(headerProblems(['Key', ' ', 'key '])).toEqual([
      { code: 'emptyHeader', column: 2, name: ' ' },
      { code: 'repeatedHeader', column: 3, name: 'key ' },
    ]);
    const many = Array.from({ length: MAX_LIST_COLUMNS + 1 }, (_, index) => `c${index}`);
    expect(headerProblems(many)).toEqual([{ code: 'tooManyColumns', column: 0, name: '' }]);
  });
});

describe('columns in use', () => {
  it('are missed when new content lacks them', () => {
    expect(vanishingColumns(['EMAIL', 'note'], ['Email', 'status'])).toEqual(['status']);
    expect(vanishingColumns(['email', 'STATUS'], ['Email', 'status'])).toEqual([]);
  });
});
