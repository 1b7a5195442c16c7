import { guideTexts } from '@redoubt/fql';
import { GUIDE_CATALOGUE, LANGUAGE_CODES } from '@redoubt/i18n';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const translated = LANGUAGE_CODES.filter((language) => language !== 'en-US');

test.each(translated)('the guide in %s has every text of the language, in its order, and no other', (language) => {
  const file = new URL(`../../i18n/catalogues/${language}/${GUIDE_CATALOGUE}.json`, import.meta.url);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(guideTexts());
});
