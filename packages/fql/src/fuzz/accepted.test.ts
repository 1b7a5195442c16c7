import { describe, expect, it } from 'vitest';
import { checkRule, compileRule, explainRule, type SymbolTable, type RuleSource } from '../index.ts';
import { contextOf } from '../testing/context.ts';
import { CONDITIONS, COUNTS, largeRule, STATEMENTS } from '../testing/large-texts.ts';

const SYMBOLS: SymbolTable = { attributes: [], lists: [], velocities: ['v'] };
const CONTEXT = contextOf({ payload: { a: 'aab', b: { b: 1 } } });

/** Whether the checker takes a rule; what it takes has to compile, run and explain itself without a fault of ours. */
const acceptsAndRuns = (rule: RuleSource): boolean => {
  const { checked } = checkRule(rule, SYMBOLS);
  if (!checked.valid) return false;
  const outcomes = [compileRule(checked).run(CONTEXT), explainRule(checked, CONTEXT).outcome];
  for (const { errors } of outcomes) {
    const ours = errors.find(({ code }) => code === 'EVAL-INTERNAL' || code === 'EVAL-BROKEN-TEXT');
    if (ours) throw new Error(`${ours.message} in ${JSON.stringify(rule).slice(0, 300)}`);
  }
  return true;
};

const ruleOf = (...codes: readonly string[]): RuleSource => ({
  condition: '',
  clauses: codes.map((code, index) => ({ id: `c${index}`, name: `C${index}`, code })),
});
const codesOf = (rule: RuleSource): readonly string[] =>
  checkRule(rule, SYMBOLS).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));

const grown = [
  ...Object.entries(CONDITIONS).map(
    ([name, grow]) => [name, (count: number) => `RETURN Reject() WHEN ${grow(count)}`] as const,
  ),
  ...Object.entries(STATEMENTS),
];

describe('what the checker takes', () => {
  it.each(grown)('compiles and runs however large its %s are', { timeout: 120_000 }, (_name, grow) => {
    const accepted = COUNTS.filter((count) => acceptsAndRuns(ruleOf(grow(count))));
    expect(accepted).toContain(1);
  });

  it('compiles and runs where 60 rules are large in several ways', { timeout: 300_000 }, () => {
    let accepted = 0;
    for (let seed = 1; seed <= 60; seed += 1) if (acceptsAndRuns(largeRule(seed))) accepted += 1;
    expect(accepted).toBeGreaterThan(10);
  });
});

describe('limits of size', () => {
  const path = (members: number) => `RETURN Reject() WHEN @"${Array(members).fill('a').join('.')}" == "x"`;

  const arrays = (count: number) =>
    `${Array.from({ length: count }, (_unused, index) => `LET $v${index} = [${Array(120).fill('1').join()}]`).join(' ')} OBSERVE Output(a = 1)`;

  it.each([
    ['members of a path', path(50), path(51), 'FQL-PATH-TOO-LONG'],
    ['expressions of a text', arrays(80), arrays(90), 'FQL-TEXT-TOO-LARGE'],
    [
      'variables',
      `${Array.from({ length: 1000 }, (_unused, index) => `LET $v${index} = 1`).join(' ')} OBSERVE Output(a = 1)`,
      `${Array.from({ length: 1001 }, (_unused, index) => `LET $v${index} = 1`).join(' ')} OBSERVE Output(a = 1)`,
      'FQL-TOO-MANY',
    ],
    [
      'patterns',
      `RETURN Reject() WHEN ${Array(200).fill('Patterns.IsRegexMatch("a", @"a")').join(' or ')}`,
      `RETURN Reject() WHEN ${Array(201).fill('Patterns.IsRegexMatch("a", @"a")').join(' or ')}`,
      'FQL-TOO-MANY',
    ],
  ])('take so many %s and no more', (_name, most, more, code) => {
    expect(codesOf(ruleOf(most))).toEqual([]);
    expect(codesOf(ruleOf(more))).toEqual([code]);
  });

  it('count all texts of a rule together', () => {
    expect(codesOf(ruleOf(arrays(80), arrays(80)))).toEqual([]);
    expect(codesOf(ruleOf(...Array<string>(5).fill(arrays(80))))).toEqual(['FQL-RULE-TOO-LARGE']);
    const long = `OBSERVE Output(a = "${'x'.repeat(90_000)}")`;
    expect(codesOf(ruleOf(...Array<string>(6).fill(long)))).toEqual(['FQL-RULE-TOO-LONG']);
  });

  it('never hide an error behind many warnings', () => {
    const warnings = Array(300).fill('1 / 0 > 1').join(' and ');
    const { checked, diagnostics } = checkRule(ruleOf(`RETURN Reject() WHEN ${warnings} and Missing()`), SYMBOLS);
    expect(diagnostics.map(({ code }) => code)).toContain('FQL-UNKNOWN-FUNCTION');
    expect(diagnostics).toHaveLength(50);
    expect(checked.valid).toBe(false);
  });
});
