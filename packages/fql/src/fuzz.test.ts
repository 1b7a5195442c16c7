import { describe, expect, it } from 'vitest';
import {
  checkRule,
  compileRule,
  completionsAt,
  EMPTY_CATALOGUE,
  explainRule,
  format,
  hoverAt,
  parse,
} from './index.ts';
import { contextOf } from './testing/context.ts';
import { ProgramGenerator } from './testing/generate.ts';
import { Random } from './testing/random.ts';

/** Programs tried in all; `FQL_FUZZ=100000` for the long run. */
const PROGRAMS = Number(process.env['FQL_FUZZ'] ?? 20_000);

const ruleOf = (code: string, condition = '') => ({ condition, clauses: [{ id: 'c', name: 'c', code }] });

/** Everything a text goes through, whatever it holds. */
const survive = (text: string, deep: boolean): void => {
  const { checked } = checkRule(ruleOf(text), EMPTY_CATALOGUE);
  if (!deep) return;
  const context = contextOf({ payload: { a: 1, user: { email: 'x' } } });
  compileRule(checked).run(context);
  explainRule(checked, context);
  format('decisionClause', text);
  completionsAt('decisionClause', text, text.length >> 1, EMPTY_CATALOGUE);
  hoverAt('decisionClause', text, text.length >> 1, EMPTY_CATALOGUE);
};

const PIECES = [
  '"',
  "'",
  '`',
  '${',
  '}',
  '\\',
  '\\u0022',
  '@',
  '@@',
  '$',
  '$x',
  '(',
  ')',
  '[',
  ']',
  '{',
  ',',
  '.',
  ':',
  '?',
  '=',
  '==',
  '|',
  '||',
  '&',
  '!',
  '-',
  '/',
  '//',
  '/*',
  '*/',
  '%',
  '<',
  '>',
  ';',
  '1',
  '2m',
  '1e9',
  'LET',
  'WHEN',
  'RETURN',
  'OBSERVE',
  'DO',
  'SELECT',
  'FROM',
  'GROUPBY',
  'Reject',
  'Output',
  'constructor',
  '__proto__',
  'prototype',
  'globalThis',
  'process',
  'require',
  'eval',
  'Math',
  'DateTime',
  'CharSet',
  'Exists',
  'true',
  'null',
  'and',
  'not',
  'or',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '“',
  '”',
  '‘',
  '\u2028',
  '\0',
  '\ud800',
  'é',
  '漢',
  '😀',
  '</script>',
];

const mutate = (text: string, random: Random): string => {
  let mutated = text;
  for (let round = random.below(4); round >= 0; round -= 1) {
    const at = random.below(mutated.length + 1);
    const length = random.below(6);
    mutated = random.pick([
      () => mutated.slice(0, at) + mutated.slice(at + length),
      () => mutated.slice(0, at) + random.pick(PIECES) + mutated.slice(at),
      () => mutated.slice(0, at) + mutated.slice(at, at + length * 3).repeat(2) + mutated.slice(at + length * 3),
      () => mutated.slice(0, at),
    ])();
  }
  return mutated;
};

describe('whatever the text', () => {
  it('random pieces are read, checked, compiled and run without a throw', { timeout: 180_000 }, () => {
    for (let seed = 1; seed <= PROGRAMS * 0.6; seed += 1) {
      const random = new Random(seed);
      survive(random.many(0, 24, () => random.pick(PIECES)).join(random.pick(['', ' '])), seed % 20 === 0);
    }
  });

  it('damaged programs are read, checked, compiled and run without a throw', { timeout: 180_000 }, () => {
    for (let seed = 1; seed <= PROGRAMS * 0.4; seed += 1) {
      const random = new Random(seed);
      survive(mutate(new ProgramGenerator(random).clause(), random), seed % 20 === 0);
    }
  });

  it.each([
    ['opening brackets', '('],
    ['array brackets', '['],
    ['object braces', '{a:'],
    ['signs', '!'],
    ['minus signs', '-'],
    ['words', 'not '],
    ['calls', 'Math.Abs('],
    ['additions', '1 + '],
    ['comparisons', '1 == '],
    ['conditionals', 'true ? '],
    ['members', '@@.a'],
    ['indices', '@@[0]'],
    ['quotes', '"'],
    ['typographic quotes', '“'],
    ['comments', '/*'],
  ])('thousands of %s end in a diagnostic', { timeout: 60_000 }, (_name, piece) => {
    for (const length of [250, 5000]) {
      const text = `RETURN Reject() WHEN ${piece.repeat(Math.min(length, Math.floor(20_000 / piece.length)))}`;
      survive(text, true);
      expect(checkRule(ruleOf(text), EMPTY_CATALOGUE).diagnostics.length).toBeLessThanOrEqual(50);
    }
  });

  it('long chains of and/or are no nesting', () => {
    const text = `RETURN Reject() WHEN ${Array.from({ length: 2000 }, (_unused, index) => `@"a" == ${index}`).join(' or ')}`;
    const { checked, diagnostics } = checkRule(ruleOf(text), EMPTY_CATALOGUE);
    expect(diagnostics).toEqual([]);
    expect(compileRule(checked).run(contextOf({ payload: { a: 1999 } })).decision?.decision).toBe('Reject');
  });

  it('a megabyte is a limit error', () => {
    const text = 'x'.repeat(1_000_000);
    expect(parse('decisionClause', text).diagnostics.map(({ code }) => code)).toEqual(['FQL-TOO-LONG']);
    survive(text, true);
  });

  it('doubling a text or an array stops at a limit', () => {
    const doubling = (start: string, grow: (name: string) => string): string =>
      [
        `LET $v0 = ${start}`,
        ...Array.from({ length: 60 }, (_unused, index) => `LET $v${index + 1} = ${grow(`$v${index}`)}`),
      ].join('\n');
    for (const lets of [
      doubling('"aaaaaaaaaa"', (name) => `${name} + ${name}`),
      doubling('[1]', (name) => `[${name}, ${name}]`),
    ]) {
      const { checked } = checkRule(ruleOf(`${lets}\nOBSERVE Output(a = $v60)`), EMPTY_CATALOGUE);
      expect(
        compileRule(checked)
          .run(contextOf())
          .errors.map(({ code }) => code),
      ).toEqual(['EVAL-TOO-LARGE']);
    }
  });

  it('no attribute, member or key reaches a prototype', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'length'];
    for (const name of names) {
      const text = `OBSERVE Output(a = @"${name}", b = @@"${name}", c = @@.${name}, d = { x: 1 }.${name}, e = [1].${name}, f = @@["${name}"], ${name} = { ${name}: 1 })`;
      const { checked } = checkRule(ruleOf(text), EMPTY_CATALOGUE);
      const outputs = compileRule(checked).run(contextOf({ payload: {} })).outputs['c'] ?? {};
      expect([outputs['a'], outputs['b'], outputs['c'], outputs['d'], outputs['e'], outputs['f']]).toEqual([
        '',
        null,
        null,
        null,
        null,
        null,
      ]);
      expect(Object.hasOwn(outputs, name)).toBe(true);
      expect(Object.getPrototypeOf(outputs)).toBe(Object.prototype);
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
