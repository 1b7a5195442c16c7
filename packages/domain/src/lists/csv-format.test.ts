import { describe, expect, it } from 'vitest';
import { csvDelimiterOf, decodeText, likelyDividerOf } from './csv-format.ts';

describe('the delimiter of a table', () => {
  it('is the sign that divides the header', () => {
    expect(csvDelimiterOf('a,b\n1,2\n')).toBe(',');
    expect(csvDelimiterOf('a;b\r\n1,5;2\r\n')).toBe(';');
    expect(csvDelimiterOf('a\tb\n1\t2\n')).toBe('\t');
    expect(csvDelimiterOf('a|b\n1|2\n')).toBe('|');
  });

  it('is not found inside quotes, nor in a column of its own', () => {
    expect(csvDelimiterOf('"a;b;c",d\n"1;2;3",4\n')).toBe(',');
    expect(csvDelimiterOf('"a,b";"c ""x"" d"\n"1\n,2";3\n')).toBe(';');
    expect(csvDelimiterOf('Note\na;b\nc\n')).toBe(',');
  });

  it('divides most rows alike where several signs divide the header', () => {
    expect(csvDelimiterOf('name; first,e-mail\nNora,x\nOle,y\n')).toBe(',');
    expect(csvDelimiterOf('id;amount,EUR\n1;2\n3;4\n')).toBe(';');
  });
});

describe('a file of one column', () => {
  it('looks separated where every row holds the same sign equally often', () => {
    expect(likelyDividerOf('Key\na;1\nb;2\n')).toBe(';');
    expect(likelyDividerOf('Key:Zone\na:1\nb:2\n')).toBe(':');
  });

  it('does not where the sign belongs to the values', () => {
    expect(likelyDividerOf('Time\n10:30\n11:45\n')).toBeNull();
    expect(likelyDividerOf('Note\nfast; late\nlate\n')).toBeNull();
    expect(likelyDividerOf('Note\n"a;b"\n"c;d"\n')).toBeNull();
    expect(likelyDividerOf('Note\n')).toBeNull();
  });
});

describe('the encoding of a file', () => {
  const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

  it('is UTF-8 with or without a byte order mark, which is no part of the text', () => {
    expect(decodeText(new TextEncoder().encode('\ufeffpaís'))).toEqual({ text: 'país', encoding: 'utf-8' });
  });

  it('is UTF-16 where its mark says so', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0x61, 0x00))).toEqual({ text: 'a', encoding: 'utf-16le' });
    expect(decodeText(bytes(0xfe, 0xff, 0x00, 0x61))).toEqual({ text: 'a', encoding: 'utf-16be' });
  });

  it('is Windows-1252 where it is no UTF-8, and unknown where bytes have no letter there', () => {
    expect(decodeText(bytes(0x80, 0x20, 0xe9))).toEqual({ text: '€ é', encoding: 'windows-1252' });
    expect(decodeText(bytes(0x61, 0x0a, 0x81))).toBeNull();
    expect(decodeText(bytes(0xff, 0xfe, 0x61))).toBeNull();
  });
});
