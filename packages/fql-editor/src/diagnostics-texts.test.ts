import { DIAGNOSTIC_CODES, DIAGNOSTICS } from '@redoubt/fql';
import { LANGUAGE_CODES } from '@redoubt/i18n';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const catalogue = (language: string): Catalogue =>
  JSON.parse(
    readFileSync(new URL(`../../i18n/catalogues/${language}/diagnostics.json`, import.meta.url), 'utf8'),
  ) as Catalogue;

const names = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].toSorted();

describe.each(LANGUAGE_CODES)('texts of diagnostics in %s', (language) => {
  const texts = catalogue(language);

  test('every code has a text, and there is no text without a code', () => {
    expect(
      Object.keys(texts)
        .filter((key) => key !== 'word' && key !== '$sameAsEnglish')
        .toSorted(),
    ).toEqual([...DIAGNOSTIC_CODES].toSorted());
  });

  test.each(DIAGNOSTIC_CODES)('%s names the same parameters as its message', (code) => {
    const text = texts[code];
    expect(typeof text === 'string' ? names(text, /\{\{(\w+)\}\}/g) : null).toEqual(
      names(DIAGNOSTICS[code].message, /\{(\w+)\}/g),
    );
  });
});
