import { describe, expect, it } from 'vitest';
import { checkRule } from '../check/check-rule.ts';
import { contextOf } from '../testing/context.ts';
import { compileRule } from './compile-rule.ts';
import type { Json, JsonObject } from '@redoubt/kernel';

const outcomeOf = (
  codes: readonly string[],
  payload: JsonObject,
  velocities: Readonly<Record<string, number>> = {},
) => {
  const clauses = codes.map((code, index) => ({ id: `c${index}`, name: `C${index}`, code }));
  const { checked, diagnostics } = checkRule(
    { condition: '', clauses },
    { attributes: [], lists: [], velocities: ['spent'] },
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const asked: string[] = [];
  const compiled = compileRule(checked);
  const outcome = compiled.run({
    ...contextOf({ payload }),
    velocities: {
      read: (name, key) => {
        asked.push(`${name} ${key}`);
        return velocities[key];
      },
    },
  });
  const reads = outcome.steps.map((step) => step.reads.map((slot) => compiled.attributes[slot]));
  return { outcome, reads, asked };
};

describe('clauses that share an expression', () => {
  it('each count as reading what it reads, and only where they get to it', () => {
    const { reads, outcome } = outcomeOf(
      [
        'OBSERVE Output(a = @"a" * 2) WHEN @"a" * @"b" > 1',
        'OBSERVE Output() WHEN @"c" == "x" and @"a" * @"b" > 1',
        'LET $p = @"a" * @"b" LET $q = $p + 1 OBSERVE Output() WHEN $q > 1 and @"d"',
      ],
      { a: 3, b: 4, c: 'y', d: false },
    );
    expect(reads).toEqual([[], ['a', 'b'], ['c'], ['a', 'b', 'd']]);
    expect(outcome.steps.map((step) => step.outcome)).toEqual(['true', 'fired', 'false', 'false']);
    expect(outcome.outputs).toEqual({ c0: { a: 6 } });
  });

  it('work it out once for an event', () => {
    const when = 'WHEN Velocity.spent(@"id", 1h) >';
    const { asked, outcome } = outcomeOf(
      [`OBSERVE Output() ${when} 1`, `OBSERVE Output() ${when} 5`, `RETURN Reject("r") ${when} 2`],
      { id: 'n' },
      { n: 3 },
    );
    expect(asked).toEqual(['spent n']);
    expect(outcome.decision?.clauseId).toBe('c2');
    expect(outcome.firedClauseIds).toEqual(['c0', 'c2']);
  });

  it('fail each at their own place', () => {
    const { outcome } = outcomeOf(
      ['RETURN Reject() WHEN 1 / @"zero" > 1', 'OBSERVE Output() WHEN  1 / @"zero" > 1', 'RETURN Review()'],
      { zero: 0 },
    );
    expect(outcome.errors.map(({ part, from }) => [part, from])).toEqual([
      ['c0', 21],
      ['c1', 23],
    ]);
    expect(outcome.decision?.decision).toBe('Review');
  });

  it('run in several functions where they are many, with the same result', () => {
    const codes = Array.from(
      { length: 300 },
      (_, index) =>
        `LET $v${index} = @"a" + ${index} OBSERVE Output(v = $v${index} + @"n${index % 70}") WHEN @"a" * @"b" >= ${index}`,
    );
    const payload: Record<string, Json> = { a: 10, b: 20 };
    const { outcome, reads } = outcomeOf([...codes, 'RETURN Reject("LAST")'], payload);
    expect(outcome.firedClauseIds.length).toBe(202);
    expect(outcome.outputs['c200']).toEqual({ v: 210 });
    expect(reads[1 + 200]).toEqual(['a', 'b', 'n60']);
    expect(reads[1 + 201]).toEqual(['a', 'b']);
    expect(outcome.decision?.reason).toBe('LAST');
  });
});

describe('the short way to an attribute', () => {
  it.each<readonly [string, JsonObject, Json]>([
    ['a.length', { a: [{ length: 7 }] }, 7],
    ['a.length', { a: [1, 2] }, null],
    ['a.b', { a: 'text' }, null],
    ['a.B', { a: { b: 1 } }, 1],
    ['a.B', { a: { b: 1, B: 2 } }, 2],
    ['a.b', { a: { b: null, B: 3 } }, null],
    ['constructor', {}, null],
    ['toString.name', { x: 1 }, null],
    ['__proto__', {}, null],
    ['a.__proto__', { a: {} }, null],
    ['a.b', { a: [{ c: 1 }, { b: 2 }] }, 2],
    ['a.0', { a: ['zero'] }, null],
    ['b', { a: { b: 5 } }, 5],
  ])('reads %s of %j as %j', (path, payload, expected) => {
    const { outcome } = outcomeOf([`OBSERVE Output(value = @@"${path}")`], payload);
    expect(outcome.outputs['c0']).toEqual({ value: expected });
  });
});
