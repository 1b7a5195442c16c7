import { describe, expect, it } from 'vitest';
import { parser } from '../grammar/parser.js';
import { ProgramGenerator } from '../testing/generate.ts';
import { Random } from '../testing/random.ts';
import { sameMeaning } from '../visual/same-meaning.ts';
import { parseProgram } from './parse.ts';

/** What may stand between any two tokens of a text without changing its meaning. */
const BETWEEN = ['/* c */', '/**/', '/* a\r\n b */', '// c\n', '\u00A0', '\t\r\n', '\u200B', '\u00AD', '\uFEFF'];

const SAMPLES = [
  'LET $x = @"a" RETURN Reject("r", "m"), Output(a = 1, $b = [1, { c: 2 }]) WHEN NOT $x > 5 AND !true OR -3 < (int)"4"',
  'SELECT DistinctCount(@"a" + "b") AS n FROM Purchase, BankEvent:Status GROUPBY @@"k".v[0] WHEN true ? false : Exists(@z)',
  'DO SetVariables(a = 1) ROUTETO QUEUE("q") WHEN Velocity.n(@"k", 2h) % 2 == 0',
  'OBSERVE Trace(a = CharSet.Hyphen | CharSet.Comma), Output() WHEN Lookup("a", "b", @"c", "d").ToInt32() != +1',
];

const scattered = (text: string, between: string): string => {
  const pieces: string[] = [];
  parser.parse(text).iterate({
    enter: ({ node }) => {
      if (!node.firstChild && !node.type.isTop && node.to > node.from) pieces.push(text.slice(node.from, node.to));
    },
  });
  return `${between}${pieces.map((piece) => `${piece} ${between}`).join('')}`;
};

const expectSame = (text: string, between: string): void => {
  const plain = parseProgram(text);
  const other = parseProgram(scattered(text, between));
  expect([plain.problems, other.problems], JSON.stringify(scattered(text, between))).toEqual([[], []]);
  expect(sameMeaning(plain.program, other.program), JSON.stringify(scattered(text, between))).toBe(true);
};

describe('comments and blanks between any two tokens', () => {
  it.each(BETWEEN)('%j changes nothing', (between) => {
    for (const sample of SAMPLES) expectSame(sample, between);
    for (let seed = 1; seed <= 60; seed += 1) expectSame(new ProgramGenerator(new Random(seed)).clause(), between);
  });
});
