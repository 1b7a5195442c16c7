import type { EventTraceRule } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { decidingClause, pathsRead, rulesRun, traceGroups, traceLines } from './trace.ts';

const read = (path: string, value: unknown) => ({ path, value, missing: false });
const rule = (name: string, environmentId: string, outcome: EventTraceRule['outcome']): EventTraceRule => ({
  environmentId,
  environmentName: environmentId.toUpperCase(),
  ruleId: name,
  ruleName: name,
  ruleVersion: 1,
  order: 1,
  outcome,
  steps: [
    {
      name: 'First',
      kind: 'clause',
      code: 'RETURN Reject()\nWHEN @"totalAmount" > 220\n  && @"user.email" == "a"',
      outcome: outcome === 'decided' ? 'fired' : 'false',
      decision: outcome === 'decided' ? 'Reject' : null,
      reads: [read('totalAmount', 250), read('User.Email', 'a'), read('riskScore', 1)],
      error: null,
    },
  ],
});
const trace = [rule('A', 'root', 'noClauseHit'), rule('B', 'leaf', 'decided'), rule('C', 'leaf', 'notReached')];

describe('the path through the rules', () => {
  it('puts each value beside the line that read it, and the rest on the last line', () => {
    const step = rule('A', 'root', 'decided').steps[0];
    expect(step && traceLines(step).map((line) => line.reads.map((each) => each.path))).toEqual([
      [],
      ['totalAmount'],
      ['User.Email', 'riskScore'],
    ]);
  });

  it('puts what each term came to on the line where it ends, and what was not needed', () => {
    const code = 'RETURN Reject()\nWHEN Velocity.spent(@"u", 1h) > 5\n  && (@"a" == 1 || @"b" == 2)';
    const at = (text: string, value: unknown) => ({
      from: code.indexOf(text),
      to: code.indexOf(text) + text.length,
      value,
    });
    const values = [at('Velocity.spent(@"u", 1h)', 9), at('Velocity.spent(@"u", 1h) > 5', true), at('@"a" == 1', true)];
    const lines = traceLines({ code, reads: [] }, values);
    expect(lines.map(({ facts }) => facts.map(({ value }) => value))).toEqual([[], [9], []]);
    expect(lines.map(({ terms }) => terms.map(({ text, holds }) => [text, holds]))).toEqual([
      [],
      [['Velocity.spent(@"u", 1h) > 5', true]],
      [
        ['@"a" == 1', true],
        ['@"b" == 2', null],
      ],
    ]);
  });

  it('groups the rules by environment in the order they ran', () => {
    expect(traceGroups(trace).map((group) => [group.environmentName, group.rules.length])).toEqual([
      ['ROOT', 1],
      ['LEAF', 2],
    ]);
  });

  it('knows the clause that decided', () => {
    expect(decidingClause({ trace })?.rule.ruleName).toBe('B');
    expect(decidingClause({ trace: trace.slice(0, 1) })).toBeUndefined();
  });

  it('counts what ran and collects what was read', () => {
    expect(rulesRun(trace)).toBe(2);
    expect([...pathsRead({ trace, routing: null })]).toEqual(['totalamount', 'user.email', 'riskscore']);
  });
});
