import { describe, expect, it } from 'vitest';
import { maskCardData, maskCardText } from './card-data.ts';

/** Test numbers the networks publish. */
const CARDS = [
  '4111111111111111',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '3530111333300000',
  '6011111111111117',
  '6200000000000005',
  '2200000000000004',
];
const SEPARATORS = [
  '',
  ' ',
  '  ',
  '-',
  ' - ',
  '.',
  '. ',
  '/',
  ' / ',
  '_',
  '__',
  ',',
  ', ',
  ':',
  '|',
  '*',
  '#',
  '~',
  '\\',
  '"',
  '\n',
  '\r\n',
  '\t',
  '\u00a0',
  '\u2003',
  '\u202f',
  '\u200b',
  '\u2013',
  '\u2014',
  '\u00b7',
  '\u30fb',
  '（',
];
const DIGIT_ZEROS = ['0', '\uff10', '\u0660', '\u0966', '\u{1d7ce}'];
const SURROUNDINGS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['paid with ', ' today'],
  ['card:', ';'],
  ['No.', '.'],
  ['Zoë ', ' 12/27 123'],
  ['7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77 ', ''],
  ['at 10:22 ', ' for 12.50'],
  ['（', '）'],
];

const groupsOf = (card: string): readonly (readonly string[])[] => {
  const printed =
    card.length === 15 || card.length === 14
      ? [card.slice(0, 4), card.slice(4, 10), card.slice(10)]
      : (card.match(/.{1,4}/g) ?? []);
  return [printed, [...card], card.match(/.{1,2}/g) ?? [], card.match(/.{1,3}/g) ?? []];
};

const digitsIn = (text: string): string =>
  [...text.normalize('NFKC')].filter((character) => character >= '0' && character <= '9').join('');
const inScript = (text: string, zero: string): string =>
  zero === '0'
    ? text
    : text.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
const escaped = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[^\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
/** Spells a JSON text as other writers do. */
const SPELLINGS: readonly ((value: string) => string)[] = [
  (value) => JSON.stringify(value),
  escaped,
  (value) => JSON.stringify(value).replaceAll('/', '\\/'),
];

describe('a card number', () => {
  const mask = (members: string): string => maskCardData(`{${members}}`, () => '');

  it.each(CARDS)('%s is masked between all separators, groups and surroundings, as value and as name', (card) => {
    const missed: string[] = [];
    for (const separator of SEPARATORS) {
      for (const [index, groups] of groupsOf(card).entries()) {
        for (const [before, after] of SURROUNDINGS) {
          // Pairs and triples beside other numbers are distinguished only where something else stands between.
          if (index > 1 && (/\d $/.test(before) || /^ \d/.test(after))) continue;
          const written = groups.join(separator);
          for (const spell of SPELLINGS) {
            const text = `${before}${written}${after}`;
            for (const member of [`"a":${spell(text)}`, `${spell(text)}:1`, `"b":["x",{"c":${spell(text)}}]`]) {
              const masked = mask(member);
              if (!masked.includes('**')) missed.push(member);
              else JSON.parse(masked);
            }
          }
        }
      }
    }
    expect(missed).toEqual([]);
  });

  it.each(DIGIT_ZEROS)('in the digits that begin with %s is masked, escaped or not', (zero) => {
    for (const card of CARDS) {
      for (const separator of ['', ' ', '.', '\u00a0']) {
        const text = inScript(groupsOf(card)[0]?.join(separator) ?? '', zero);
        for (const spell of SPELLINGS) {
          const masked = mask(`"a":${spell(text)}`);
          expect([digitsIn((JSON.parse(masked) as { a: string }).a).length, text]).toEqual([10, text]);
        }
      }
    }
  });

  it('is masked as a number: negative, with a fraction of zeros, with an exponent', () => {
    for (const number of [
      '4111111111111111',
      '-4111111111111111',
      '4111111111111111.0',
      '4.111111111111111E15',
      '-4.111111111111111e+15',
    ]) {
      for (const json of [`{"a":${number}}`, `[1,${number} , 2]`, `{"a":[${number}]}`]) {
        expect(JSON.stringify(JSON.parse(maskCardData(json)))).toContain('"411111******1111"');
      }
    }
  });

  it('is masked in addresses, percent-encoded too', () => {
    for (const address of [
      '/v1.0/assessment/4111111111111111',
      '/v1.0/assessment/4111%201111%201111%201111?card=1',
      '/x?card=4111-1111-1111-1111&y=2',
      '/x?card=%34111111111111111',
      '/x/4111/1111/1111/1111/y',
      '/x?a=4111%C2%A01111%C2%A01111%C2%A01111',
    ]) {
      expect(maskCardText(address)).toContain('411111******1111');
    }
  });

  it('is masked however many stand in one text', () => {
    const many = Array.from({ length: 50 }, (_, index) => CARDS[index % CARDS.length]).join(' , ');
    expect(digitsIn(maskCardText(many))).toHaveLength(50 * 10);
  });
});

describe('what only looks like a card number', () => {
  const expectKept = (text: string): void => expect(maskCardText(text)).toBe(text);
  /** The same numbers in every run. */
  const randoms = (): (() => number) => {
    let state = 20_260_314;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  };
  const next = randoms();
  const below = (limit: number): number => Math.floor(next() * limit);
  const padded = (limit: number, width: number): string => String(below(limit)).padStart(width, '0');
  const time = (): Date => new Date(Date.UTC(2015, 0, 1) + below(15 * 365 * 86_400) * 1000 + below(1000));
  const guid = (): string => {
    const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };

  const KINDS: Readonly<Record<string, () => string>> = {
    GUIDs: guid,
    'ISO times': () => time().toISOString(),
    'ISO times with offset': () =>
      time()
        .toISOString()
        .replace('Z', `${padded(10_000, 4)}+02:00`),
    'times with a blank': () => time().toISOString().replace('T', ' ').replace('Z', ''),
    'times in milliseconds': () => String(time().getTime()),
    'times in microseconds': () => `${time().getTime()}${padded(1000, 3)}`,
    'times without separators': () => time().toISOString().replaceAll(/\D/g, ''),
    'telephone numbers': () => `+${1 + below(98)}${padded(1_000_000_000, 10)}`,
    'telephone numbers in groups': () => `+${1 + below(98)} ${padded(1000, 3)} ${padded(100_000_000, 8)}`,
    'lists of IP addresses': () =>
      Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => below(256)).join('.')).join(', '),
    coordinates: () => `${(next() * 180 - 90).toFixed(6)},${(next() * 360 - 180).toFixed(6)}`,
    'lists of numbers': () => Array.from({ length: 12 }, () => below(5000)).join(', '),
    amounts: () => Array.from({ length: 6 }, () => (next() * 900).toFixed(2)).join(' '),
    'order numbers with a year': () => `ORD-${2015 + below(12)}-${padded(1_000_000, 6)}-${padded(10_000, 4)}`,
    'order numbers with a day': () =>
      `${time().toISOString().slice(0, 10).replaceAll('-', '')}-${padded(100_000_000, 8)}`,
    'order numbers 3-7-7': () => `${padded(1000, 3)}-${padded(10_000_000, 7)}-${padded(10_000_000, 7)}`,
  };

  it.each(Object.keys(KINDS))('stays: %s', (kind) => {
    for (let count = 0; count < 2000; count += 1) expectKept(KINDS[kind]?.() ?? '');
  });

  it('stays: decimal numbers, and numbers of an array', () => {
    for (const json of [
      '{"a":0.4111111111111111}',
      '{"a":"0.4111111111111111"}',
      '[4111,1111,1111,1111]',
      '[-12.5,4.1e3]',
    ]) {
      expect(maskCardData(json)).toBe(json);
    }
  });
});
