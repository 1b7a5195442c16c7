import type { JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { checkRule } from '../check/check-rule.ts';
import { contextOf } from '../testing/context.ts';
import { compileRule, loadingProgram } from './compile-rule.ts';
import { explainRule } from './explain-rule.ts';
import { programOf } from './rule-program.ts';

/** A clause with a variable, a date, an expression it shares with all others, and names that look like those of the code. */
const clause = (at: number): string =>
  `LET $v = @"total" * 2 RETURN Reject("s${at} g0 p1") WHEN $v > ${at} and @"when".ToDateTime() < DateTime.UtcNow and @"value${at}" == "d0 ${at}"`;

const checkedOf = (count: number) => {
  const clauses = Array.from({ length: count }, (_unused, at) => ({ id: `c${at}`, name: `C${at}`, code: clause(at) }));
  const { checked, diagnostics } = checkRule(
    { condition: 'WHEN @"total" > 0', clauses },
    { attributes: [], lists: [], limits: { expressionsPerRule: Infinity, charactersPerRule: Infinity } },
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return checked;
};

const eventOf = (at: number): JsonObject => ({ total: 1000, when: '2000-01-01T00:00:00Z', [`value${at}`]: `d0 ${at}` });

describe('the code of a large rule', () => {
  it('is made in steps, each of them a part of it', () => {
    const { pieces } = programOf(checkedOf(600));
    expect(pieces.length).toBeGreaterThan(4);
    const size = pieces.join('').length;
    for (const piece of pieces) expect(piece.length).toBeLessThan(size / 2);
    const steps = [...loadingProgram(programOf(checkedOf(600)))];
    expect(steps).toHaveLength(pieces.length);
  });

  it('decides as that of a small one does, wherever the clause stands', () => {
    const large = compileRule(checkedOf(600));
    const small = compileRule(checkedOf(4));
    expect(programOf(checkedOf(4)).pieces).toHaveLength(1);
    for (const at of [0, 3, 299, 599]) {
      const { decision, errors } = large.run(contextOf({ payload: eventOf(at) }));
      expect(errors).toEqual([]);
      expect(decision).toMatchObject({ clauseId: `c${at}`, reason: `s${at} g0 p1` });
    }
    expect(small.run(contextOf({ payload: eventOf(3) })).decision).toEqual(
      large.run(contextOf({ payload: eventOf(3) })).decision,
    );
    expect(large.run(contextOf({ payload: eventOf(600) })).decision).toBeNull();
  });

  it('explains itself in pieces too', () => {
    const { outcome } = explainRule(checkedOf(600), contextOf({ payload: eventOf(599) }));
    expect(outcome.decision?.clauseId).toBe('c599');
  });
});
