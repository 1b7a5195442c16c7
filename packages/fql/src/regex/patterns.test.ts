import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Random } from '../testing/random.ts';
import { compilePattern, loadPattern, patternProblem, writePattern } from './compile-pattern.ts';
import { MAX_MATCHED_LENGTH, PATTERN_REASONS } from './problems.ts';

type Golden = {
  readonly pattern: string;
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
  readonly refused?: string;
  /** A text repeated so and so often, with `then` after it → whether it matches. */
  readonly repeat?: string;
  readonly then?: string;
  readonly counts?: Readonly<Record<string, boolean>>;
};

const GOLDEN = parse(readFileSync(new URL('patterns.golden.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly Golden[]>
>;

describe.each(Object.entries(GOLDEN))('%s', (_title, patterns) => {
  it.each(patterns.map((golden) => [golden.pattern, golden] as const))('%s', (pattern, golden) => {
    const problem = patternProblem(pattern);
    if (golden.refused !== undefined) {
      expect(problem?.replace(/: `[^]*`$/u, '')).toBe(golden.refused);
      expect(() => compilePattern(pattern)).toThrow(golden.refused);
      return;
    }
    expect(problem).toBeNull();
    // One thread writes a pattern and another one loads it.
    const matches = loadPattern(structuredClone(writePattern(pattern)));
    const texts = [...(golden.yes ?? []), ...(golden.no ?? [])];
    expect(texts.filter(matches)).toEqual(golden.yes ?? []);
    for (const [count, expected] of Object.entries(golden.counts ?? {}))
      expect([count, matches((golden.repeat ?? '').repeat(Number(count)) + (golden.then ?? ''))]).toEqual([
        count,
        expected,
      ]);
  });
});

const ATOMS = ['a', 'b', '.', '[ab]', '[^a]', String.raw`\w`, String.raw`\W`, String.raw`\d`, String.raw`\s`, 'c', '1'];
const PLACES = ['^', '$', String.raw`\b`, String.raw`\B`];
const REPEATS = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'];

/** A pattern of the part of the syntax that means the same in ECMAScript, as long as the text is ASCII on one line. */
const commonPattern = (random: Random, depth: number): string =>
  random
    .many(1, 4, () => {
      if (random.chance(15)) return random.pick(PLACES);
      const atom = depth > 0 && random.chance(30) ? `(?:${commonPattern(random, depth - 1)})` : random.pick(ATOMS);
      return atom + random.pick(REPEATS);
    })
    .join(random.chance(20) ? '|' : '');

const PIECES = [
  ...ATOMS,
  ...PLACES,
  ...REPEATS,
  '(',
  ')',
  '[',
  ']',
  '-[',
  '{',
  '}',
  '|',
  '(?',
  '(?i)',
  '(?x: ',
  '(?<n>',
  '\\',
  '\\p{Lu}',
  '\\p{',
  '-',
  '^',
  'é',
  '😀',
  '{1000}',
  '{0,900}',
  '(?#',
  '#',
  ' ',
  String.raw`\Z`,
  '\\u00',
];

describe('patterns of all kinds', () => {
  it('mean what another engine takes them for, where both have one meaning', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const random = new Random(seed);
      const pattern = commonPattern(random, 2);
      const matches = compilePattern(pattern);
      const oracle = new RegExp(pattern);
      for (const text of random.many(8, 8, () => random.many(0, 8, () => random.pick([...'aabbc1_ -'])).join('')))
        expect([pattern, text, matches(text)]).toEqual([pattern, text, oracle.test(text)]);
    }
  });

  it('are refused with a known reason or can be compiled, whatever is written', () => {
    const reasons = Object.values(PATTERN_REASONS);
    for (let seed = 0; seed < 3000; seed += 1) {
      const random = new Random(seed);
      const pattern = random.many(1, 12, () => random.pick(PIECES)).join('');
      const problem = patternProblem(pattern);
      if (problem === null) expect(typeof compilePattern(pattern)('aé1 😀\n')).toBe('boolean');
      else expect([pattern, reasons.some((reason) => problem.startsWith(reason))]).toEqual([pattern, true]);
    }
  });

  it('never match texts past the limit', () => {
    const matches = compilePattern('a');
    expect(matches('a'.repeat(MAX_MATCHED_LENGTH))).toBe(true);
    expect(matches('a'.repeat(MAX_MATCHED_LENGTH + 1))).toBe(false);
  });

  it('are refused where they use more different parts of words beside a boundary than can be distinguished', () => {
    const letters = Array.from({ length: 80 }, (_none, index) => String.fromCharCode(0x430 + index)).join('');
    expect(patternProblem(letters)).toBeNull();
    expect(patternProblem(String.raw`\b${letters}`)).toBe(PATTERN_REASONS.manyWords);
  });

  it('are refused where they are too long, too large or too deep', () => {
    expect(patternProblem('a'.repeat(1001))).toBe(PATTERN_REASONS.tooLong);
    expect(patternProblem('(?:a{100}){100}')).toBe(PATTERN_REASONS.tooLarge);
    expect(patternProblem('('.repeat(300) + ')'.repeat(300))).toBe(PATTERN_REASONS.tooDeep);
  });
});
