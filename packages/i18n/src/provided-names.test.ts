import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES, PROVIDED_CATALOGUE } from './index.ts';

const others = LANGUAGE_CODES.filter((language) => language !== 'en-US');
/** Names that are spelled as in English. */
const SAME = new Set(['Hotel', 'Demonstration', 'General']);

const namesOf = (language: string): readonly (readonly [english: string, text: string])[] =>
  Object.entries(
    JSON.parse(
      readFileSync(new URL(`../catalogues/${language}/${PROVIDED_CATALOGUE}.json`, import.meta.url), 'utf8'),
    ) as Readonly<Record<string, string>>,
  );

describe.each(others)('names that come with the product, in %s', (language) => {
  const names = namesOf(language);

  it('are those of every other language', () => {
    expect(names.map(([english]) => english)).toEqual(namesOf('de-DE').map(([english]) => english));
  });

  it('are translated', () => {
    const wrong = names.filter(([english, text]) => text.trim() === '' || (text === english && !SAME.has(english)));
    expect(wrong).toEqual([]);
  });

  it('tell rules apart', () => {
    const rules = names.filter(([english]) => names.some(([each]) => each.startsWith(`${english} · `)));
    expect(new Set(rules.map(([, text]) => text)).size).toBe(rules.length);
  });
});
