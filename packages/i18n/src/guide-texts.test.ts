import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GUIDE_CATALOGUE, LANGUAGE_CODES } from './index.ts';

const others = LANGUAGE_CODES.filter((language) => language !== 'en-US');

const textsOf = (language: string): readonly (readonly [english: string, text: string])[] =>
  Object.entries(
    JSON.parse(
      readFileSync(new URL(`../catalogues/${language}/${GUIDE_CATALOGUE}.json`, import.meta.url), 'utf8'),
    ) as Readonly<Record<string, string>>,
  );

/** Pieces of code: quoted texts, words with a sign, dots or capitals inside, keywords, escapes. */
const CODE =
  /"[^"]*"|[@$]\w*|\\\S+|\b\w+\.\w[\w.]*|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b[A-Z]{3,}\b|\b(?:true|false|null)\b/g;
/** Figures without what separates thousands. */
const FIGURES = /\d+(?:[,.\u00a0\u202f ]\d{3})*/g;

const codeIn = (text: string): readonly string[] => [...new Set(text.match(CODE))].toSorted();
const figuresIn = (text: string): readonly string[] =>
  [...new Set((text.match(FIGURES) ?? []).map((figure) => figure.replaceAll(/\D/g, '')))].toSorted();

describe.each(others)('the guide in %s', (language) => {
  const texts = textsOf(language);

  it('has a text for every key, and none is English in disguise', () => {
    expect(texts.filter(([english, text]) => text.trim() === '' || text === english)).toEqual([]);
  });

  it('keeps every piece of code and every figure', () => {
    const lost = texts.flatMap(([english, text]) => {
      const missing = [...codeIn(english), ...figuresIn(english)].filter(
        (piece) => ![...codeIn(text), ...figuresIn(text)].includes(piece),
      );
      return missing.length > 0 ? [`${text}: ${missing.join(' ')}`] : [];
    });
    expect(lost).toEqual([]);
  });
});
