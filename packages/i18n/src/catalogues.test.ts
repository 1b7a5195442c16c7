import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENGLISH, GUIDE_CATALOGUE, LANGUAGE_CODES, NAMESPACES, PROVIDED_CATALOGUE, type Language } from './index.ts';

const root = fileURLToPath(new URL('../catalogues/', import.meta.url));

type Tree = { readonly [key: string]: string | Tree };
/** A catalogue of another language also lists its texts that are rightly the same as in English: words both share. */
type Catalogue = { readonly texts: ReadonlyMap<string, string>; readonly same: readonly string[] };

/** Names, code and abbreviations no language translates. */
const SAME_EVERYWHERE: readonly string[] = [
  'API',
  'BIN',
  'JSON',
  'UTC',
  'RETURN Review("REASON") WHEN …',
  'Payload',
  'Status',
  'HTTP',
  'PostgreSQL',
  'Ctrl',
  'Shift',
  'Alt',
  'Enter',
  'Esc',
  'Delete',
  'Insert',
  'Home',
  'End',
  'Page Up',
  'Page Down',
];

const flat = (tree: Tree, prefix = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : flat(value, `${prefix}${key}.`),
  );

const catalogueOf = (language: Language, namespace: string): Catalogue => {
  const { $sameAsEnglish: same = [], ...texts } = JSON.parse(
    readFileSync(`${root}${language}/${namespace}.json`, 'utf8'),
  ) as Tree & { readonly $sameAsEnglish?: readonly string[] };
  return { texts: new Map(flat(texts)), same };
};
const read = (language: Language, namespace: string): ReadonlyMap<string, string> =>
  catalogueOf(language, namespace).texts;

const PLURAL = /_(zero|one|two|few|many|other)$/;
const stemOf = (key: string): string => key.replace(PLURAL, '');
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '');

const pluralKeys = (language: Language, english: readonly string[]): ReadonlySet<string> => {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return new Set(
    english.flatMap((key) => (PLURAL.test(key) ? categories.map((category) => `${stemOf(key)}_${category}`) : [key])),
  );
};

/** Two texts mean the same placeholders; only a form for exactly one may leave its number out. */
const lacks = (key: string, text: string, english: string): readonly string[] => {
  const wanted = new Set(placeholders(english));
  const found = new Set(placeholders(text));
  const missing = [...wanted].filter((name) => !found.has(name) && !(name === 'count' && key.endsWith('_one')));
  return [...missing, ...[...found].filter((name) => !wanted.has(name))];
};

const others = LANGUAGE_CODES.filter((language) => language !== 'en-US');

/** Share of equal texts a language may have although each of them is allowed: cognates, names, abbreviations. */
const MAX_EQUAL_SHARE = 0.12;

describe.each(NAMESPACES)('the catalogue %s', (namespace) => {
  const english = new Map(flat(ENGLISH[namespace]));

  it.each(others)('has the same keys in %s, with the plural forms of that language', (language) => {
    const keys = [...read(language, namespace).keys()].toSorted();
    expect(keys).toEqual([...pluralKeys(language, [...english.keys()])].toSorted());
  });

  it.each(others)('has the same placeholders in %s', (language) => {
    const wrong = [...read(language, namespace)].flatMap(([key, text]) => {
      const source = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? '';
      const missing = lacks(key, text, source);
      return missing.length > 0 ? [`${key}: ${missing.join(', ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it.each(others)('has no empty text in %s', (language) => {
    expect([...read(language, namespace)].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });
});

describe.each(others)('%s is no English in disguise', (language) => {
  const texts = NAMESPACES.flatMap((namespace) => {
    const english = new Map(flat(ENGLISH[namespace]));
    const { texts: own, same } = catalogueOf(language, namespace);
    return [...own].map(([key, text]) => ({
      namespace,
      key: `${namespace}.${key}`,
      text,
      english: english.get(key) ?? english.get(`${stemOf(key)}_other`),
      isListed: same.includes(text),
    }));
  });
  const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''));
  const equal = texts.filter(({ text, english }) => text === english && hasWords(text));

  it('equals English only in the texts that `$sameAsEnglish` of their catalogue lists', () => {
    const forgotten = equal.filter(({ text, isListed }) => !isListed && !SAME_EVERYWHERE.includes(text));
    expect(forgotten.map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
  });

  it('lists no text that differs from English or is gone', () => {
    const listed = NAMESPACES.flatMap((namespace) =>
      catalogueOf(language, namespace).same.map((text) => `${namespace}: ${text}`),
    );
    const found = new Set(equal.map(({ namespace, text }) => `${namespace}: ${text}`));
    expect(listed.filter((each) => !found.has(each))).toEqual([]);
  });

  it('differs in nearly all of its texts', () => {
    expect(equal.length / Math.max(texts.length, 1)).toBeLessThan(MAX_EQUAL_SHARE);
  });
});

it('there is a folder for each language and nothing else; `npm run namespaces` enters a new catalogue', () => {
  expect(readdirSync(root).toSorted()).toEqual([...LANGUAGE_CODES].toSorted());
  for (const language of LANGUAGE_CODES) {
    const names = language === 'en-US' ? NAMESPACES : [...NAMESPACES, GUIDE_CATALOGUE, PROVIDED_CATALOGUE];
    expect(readdirSync(root + language).toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
  }
});
