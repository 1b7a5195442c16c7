import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GLOSSARY } from './glossary.ts';
import { LANGUAGE_CODES, type Language } from './index.ts';

type Tree = { readonly [key: string]: string | Tree };

const textsOf = (tree: Tree, prefix: string): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value] as const] : textsOf(value, `${prefix}.${key}`),
  );

const read = (language: Language): readonly (readonly [string, string])[] => {
  const folder = fileURLToPath(new URL(`../catalogues/${language}/`, import.meta.url));
  return readdirSync(folder).flatMap((name) =>
    textsOf(JSON.parse(readFileSync(folder + name, 'utf8')) as Tree, name.replace('.json', '')),
  );
};

/** Quoted code and placeholders are no words of the language. */
const wordsOf = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}|`[^`]*`/g, ' ');

const LANGUAGES = LANGUAGE_CODES.filter((language) => language !== 'en-US');

describe.each(LANGUAGES)('the words of %s', (language) => {
  const texts = read(language);

  it.each(GLOSSARY[language].map(({ english, word, never }) => [english, word, never] as const))(
    'call a %s "%s" and nothing else',
    (_english, _word, never) => {
      expect(texts.filter(([, text]) => never.test(wordsOf(text)))).toEqual([]);
    },
  );
});
