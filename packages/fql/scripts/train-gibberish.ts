import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allLocales } from '@faker-js/faker';
import { LETTERS, lettersOf, SYMBOLS } from '../src/runtime/gibberish/gibberish-letters.ts';
import { Random } from '../src/testing/random.ts';

/**
 * Trains the model behind `GetPattern(…).gibberScore` and writes `src/runtime/gibberish/gibberish-model.ts`. The text is the MIT
 * licensed names, places and words that `@faker-js/faker` carries for the languages written in Latin letters. The same
 * input gives the same file. Run with `npm run gibberish -w packages/fql`.
 */
const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt_BR',
  'pl',
  'sv',
  'da',
  'nb_NO',
  'fi',
  'cs_CZ',
  'tr',
  'id_ID',
  'ro',
  'hr',
  'hu',
] as const;
const HELD_OUT_EVERY = 10;
const LEVELS = 64;
const FIRST_LEVEL = 35;

const texts = new Set<string>();
const collect = (value: unknown): void => {
  if (typeof value === 'string' && /^[\p{Script=Latin}' -]{3,24}$/u.test(value)) texts.add(value.toLowerCase());
  else if (Array.isArray(value)) value.forEach(collect);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
};
for (const locale of LOCALES) {
  const definitions = allLocales[locale] as Record<string, Record<string, unknown> | undefined>;
  const { person, location } = definitions;
  collect([
    person?.['first_name'],
    person?.['last_name'],
    location?.['city_name'],
    locale === 'en' ? definitions['word'] : [],
  ]);
}
const all = [...texts].toSorted();
const training = all.filter((_text, index) => index % HELD_OUT_EVERY !== 0);
const heldOut = all.filter((_text, index) => index % HELD_OUT_EVERY === 0);

const size = SYMBOLS;
const counts = new Float64Array(size ** 3);
const pairs = new Float64Array(size ** 2);
for (const text of training) {
  const letters = lettersOf(text);
  for (let at = 2; at < letters.length; at += 1) {
    const pair = (letters[at - 2] ?? 0) * size + (letters[at - 1] ?? 0);
    counts[pair * size + (letters[at] ?? 0)] = (counts[pair * size + (letters[at] ?? 0)] ?? 0) + 1;
    pairs[pair] = (pairs[pair] ?? 0) + 1;
  }
}
const cost = (trigram: number): number =>
  -Math.log(((counts[trigram] ?? 0) + 0.02) / ((pairs[Math.floor(trigram / size)] ?? 0) + 0.02 * size + 0.5));
const mostCost = 10;
const levels = Array.from({ length: size ** 3 }, (_unused, trigram) =>
  Math.min(LEVELS - 1, Math.round((cost(trigram) / mostCost) * (LEVELS - 1))),
);
const meanCost = (text: string): number => {
  const letters = lettersOf(text);
  let sum = 0;
  for (let at = 2; at < letters.length; at += 1)
    sum += levels[((letters[at - 2] ?? 0) * size + (letters[at - 1] ?? 0)) * size + (letters[at] ?? 0)] ?? 0;
  return sum / Math.max(1, letters.length - 2);
};

const random = new Random(7);
const gibberish = Array.from({ length: 4000 }, () => random.many(6, 14, () => random.pick([...LETTERS])).join(''));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const namesCost = mean(heldOut.map(meanCost));
const gibberishCost = mean(gibberish.map(meanCost));
const middle = (namesCost + gibberishCost) / 2;
/** Names come out near 0.95, random letters near 0.05. */
const slope = Math.log(0.95 / 0.05) / (middle - namesCost);

const table = levels
  .map((level) => String.fromCharCode(FIRST_LEVEL + level))
  .join('')
  .replaceAll('\\', '\\\\')
  .replaceAll("'", "\\'");
writeFileSync(
  join(import.meta.dirname, '../src/runtime/gibberish/gibberish-model.ts'),
  `/** Written by scripts/train-gibberish.ts from ${training.length} names, places and words; do not edit. */
export const MODEL = {
  middle: ${middle.toFixed(4)},
  slope: ${slope.toFixed(4)},
  firstLevel: ${FIRST_LEVEL},
  /** Cost of each letter after two others, a character a level. */
  levels:
    '${table}',
} as const;
`,
);

let better = 0;
let tried = 0;
for (const name of heldOut) {
  for (let round = 0; round < 3; round += 1) {
    better += meanCost(name) < meanCost(random.pick(gibberish)) ? 1 : 0;
    tried += 1;
  }
}
process.stdout.write(
  `${training.length} texts; names cost ${namesCost.toFixed(1)}, random letters ${gibberishCost.toFixed(1)}, separated ${(better / tried).toFixed(3)}\n`,
);
