import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENGLISH, GUIDE_CATALOGUE, LANGUAGE_CODES, NAMESPACES, PROVIDED_CATALOGUE, type Language } from './index.ts';
import { SAME_IN } from './same-as-english.ts';

const root = fileURLToPath(new URL('../catalogues/', import.meta.url));

type Tree = { readonly [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : flat(value, `${prefix}${key}.`),
  );

const read = (language: Language, namespace: string): ReadonlyMap<string, string> =>
  new Map(flat(JSON.parse(readFileSync(`${root}${language}/${namespace}.json`, 'utf8')) as Tree));

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
    return [...read(language, namespace)].map(([key, text]) => ({
      key: `${namespace}.${key}`,
      text,
      english: english.get(key) ?? english.get(`${stemOf(key)}_other`),
    }));
  });
  const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''));
  const equal = texts.filter(({ text, english }) => text === english && hasWords(text));

  it('equals English only in words that are the same in both languages', () => {
    const allowed = new Set(SAME_IN[language]);
    expect(equal.filter(({ text }) => !allowed.has(text)).map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
  });

  it('differs in nearly all of its texts', () => {
    expect(equal.length / Math.max(texts.length, 1)).toBeLessThan(MAX_EQUAL_SHARE);
  });
});

it('there is a folder for each language and nothing else', () => {
  expect(readdirSync(root).toSorted()).toEqual([...LANGUAGE_CODES].toSorted());
  for (const language of LANGUAGE_CODES) {
    const names = language === 'en-US' ? NAMESPACES : [...NAMESPACES, GUIDE_CATALOGUE, PROVIDED_CATALOGUE];
    expect(readdirSync(root + language).toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
  }
});
