import { describe, expect, it } from 'vitest';
import { checkRule } from '../check/check-rule.ts';
import { EMPTY_SYMBOL_TABLE } from '../program/symbol-table.ts';
import { contextOf } from '../testing/context.ts';
import { compileRule } from './compile-rule.ts';
import { explainRule } from './explain-rule.ts';

const rule = (condition: string, ...codes: readonly string[]) =>
  checkRule(
    { condition, clauses: codes.map((code, index) => ({ id: `c${index}`, name: `c${index}`, code })) },
    EMPTY_SYMBOL_TABLE,
  );

describe('explainRule', () => {
  const codes = [
    'RETURN Reject("over " + @"amount") WHEN @"amount" > 100 or 1 / @"zero" > 1',
    'LET $x = @"user" RETURN Review() WHEN $x == "u" and false',
  ] as const;
  const { checked } = rule('WHEN @"amount" > 0', ...codes);
  const explanation = explainRule(checked, contextOf({ payload: { amount: 250, zero: 0, user: 'u' } }));
  const valueOf = (part: string, text: string, code: string) => {
    const from = code.indexOf(text);
    return explanation.values.find(
      (value) => value.part === part && value.from === from && value.to === from + text.length,
    );
  };

  it('values every sub-expression, also operands that were not needed', () => {
    expect(valueOf('c0', '@"amount" > 100', codes[0])?.value).toBe(true);
    expect(valueOf('c0', '"over " + @"amount"', codes[0])?.value).toBe('over 250');
    expect(valueOf('c0', '1 / @"zero"', codes[0])?.error?.code).toBe('EVAL-DIVISION-BY-ZERO');
    expect(valueOf('c0', '@"zero"', codes[0])?.value).toBe(0);
  });

  it('values clauses that were not reached without letting them act', () => {
    expect(explanation.outcome.decision?.clauseId).toBe('c0');
    expect(explanation.outcome.steps.map(({ outcome }) => outcome)).toEqual(['true', 'fired', 'notReached']);
    expect(valueOf('c1', '$x == "u"', codes[1])?.value).toBe(true);
    expect(valueOf('c1', '@"user"', codes[1])?.value).toBe('u');
  });

  it('lists values part by part in source order, outer before inner', () => {
    const inClause = explanation.values.filter(({ part }) => part === 'c0');
    expect(inClause).toEqual(inClause.toSorted((a, b) => a.from - b.from || b.to - a.to));
    expect(explanation.values[0]?.part).toBe('condition');
  });

  it('stays fast where logic is nested deep', () => {
    const deep = `${'(true and ('.repeat(60)}true${'))'.repeat(60)}`;
    const { values } = explainRule(rule('', `RETURN Reject() WHEN ${deep}`).checked, contextOf());
    expect(values.length).toBeGreaterThan(60);
  });
});

describe('a run', () => {
  it('tells which attributes each part read, also through a variable worked out earlier', () => {
    const { checked } = rule(
      'LET $a = @"one" WHEN $a > 0',
      'RETURN Reject() WHEN @"two" > 5 and @"three" > 0',
      'RETURN Review() WHEN $a > 0',
    );
    const compiled = compileRule(checked);
    const outcome = compiled.run(contextOf({ payload: { one: 1, two: 2 } }));
    const read = outcome.steps.map(({ reads }) => reads.map((slot) => compiled.attributes[slot]));
    expect(read).toEqual([['one'], ['two'], ['one']]);
    expect(outcome.slots).toEqual([1, 2, undefined]);
  });

  it('counts reads past the thirtieth attribute', () => {
    const names = Array.from({ length: 70 }, (_unused, index) => `a${index}`);
    const { checked } = rule('', `RETURN Reject() WHEN ${names.map((name) => `@"${name}" == 1`).join(' or ')}`);
    const [, step] = compileRule(checked).run(contextOf()).steps;
    expect(step?.reads).toEqual(names.map((_name, index) => index));
  });

  it('leaves a part with an error unfired and runs the rest', () => {
    const { checked } = rule('', 'RETURN Reject( WHEN', 'RETURN Review()');
    expect(checked.valid).toBe(false);
    const outcome = compileRule(checked).run(contextOf());
    expect(outcome.steps.map((step) => step.outcome)).toEqual(['true', 'error', 'fired']);
    expect(outcome.errors[0]?.code).toBe('EVAL-BROKEN-TEXT');
  });

  it('draws the same random number for the same seed, whatever ran before', () => {
    const { checked } = rule('', 'OBSERVE Output(n = RandomInt(0, 1000000))');
    const draw = (seed: number) => compileRule(checked).run(contextOf({ seed })).outputs['c0']?.['n'];
    expect(draw(5)).toBe(draw(5));
    expect(new Set([1, 2, 3, 4, 5].map(draw)).size).toBe(5);
  });
});

describe('references', () => {
  it('name attributes, lists with columns, velocities and functions once each', () => {
    const { checked } = checkRule(
      {
        condition: '',
        clauses: [
          {
            id: 'c',
            name: 'c',
            code: 'RETURN Reject() WHEN ContainsKey("L", "a", @"x.y") and Lookup("l", "A", @"X.Y", "b") == "" and Velocity.v(@"k", 1h) > DaysSince(@"d")',
          },
        ],
      },
      { attributes: [], lists: [{ name: 'L', columns: ['A', 'B', 'C'] }], velocities: ['V'] },
    );
    expect(checked.references).toEqual({
      attributes: ['x.y', 'k', 'd'],
      includesCurrent: false,
      assessments: [],
      called: [],
      calls: [],
      lists: [{ name: 'L', columns: ['A', 'B'] }],
      queues: [],
      supportLists: [],
      velocities: ['V'],
      functions: ['ContainsKey', 'DaysSince', 'Lookup', 'Reject'],
    });
  });
});

it('leaves a call in a variable that nothing uses alone where the rule does not wait', async () => {
  const code = 'LET $v = External.remote(@"a".ToDateTime() - TimeSpan.FromHours(5)).id RETURN Reject()';
  const { checked } = checkRule(
    { condition: '', clauses: [{ id: 'c', name: 'c', code }] },
    { attributes: [], lists: [], calls: 'any' },
  );
  expect(explainRule(checked, contextOf()).outcome.decision?.decision).toBe('Reject');
  await new Promise((resolve) => setImmediate(resolve));
});
