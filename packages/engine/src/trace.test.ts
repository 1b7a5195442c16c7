import { describe, expect, it } from 'vitest';
import { readValues, expandTrace, type RecordedTrace } from './trace.ts';

const ROOT = '5d0e0000-0001-4000-8000-000000000001';
const rule = (id: string) => ({ id, version: 2, clauseIds: [`${id} one`, `${id} two`] });
const LEVELS = [
  { environmentId: ROOT, rules: [rule('a'), rule('b')] },
  { environmentId: 'child', rules: [rule('c')] },
];

const written = (recorded: RecordedTrace) => expandTrace(recorded, LEVELS, ({ clauseIds }) => clauseIds);

describe('expandTrace', () => {
  it('names rules, versions and parts of the plan, and what each part read', () => {
    const recorded: RecordedTrace = {
      trace: [['1Ft0', '2Ntf0,1e1'], ['1X']],
      values: [
        ['user.email', 'a@b.example'],
        ['totalAmount', null],
      ],
      stepErrors: [[0, 2, 2, 'no number']],
    };
    const [first, second, third] = written(recorded);
    const email = ['user.email'];
    const step = { part: 'condition', outcome: 'true' };
    expect(first).toEqual({
      environmentId: ROOT,
      ruleId: 'a',
      version: 2,
      order: 1,
      outcome: 'conditionFalse',
      steps: [{ ...step, reads: email }],
    });
    expect(second?.steps).toEqual([
      { ...step, reads: [] },
      { part: 'b one', outcome: 'false', reads: ['user.email', 'totalAmount'] },
      { part: 'b two', outcome: 'error', reads: ['totalAmount'], error: 'no number' },
    ]);
    expect(third).toMatchObject({ environmentId: 'child', ruleId: 'c', outcome: 'notReached', steps: [] });
    expect(readValues(recorded)).toEqual({ 'user.email': 'a@b.example', totalAmount: null });
  });

  it('gives back a trace that was recorded written out', () => {
    const trace = [
      { environmentId: ROOT, ruleId: 'a', version: 1, order: 1, outcome: 'decided', steps: [] },
    ] as const satisfies RecordedTrace['trace'];
    expect(written({ trace, values: { totalAmount: 1 } })).toBe(trace);
    expect(readValues({ values: { totalAmount: 1 } })).toEqual({ totalAmount: 1 });
  });

  it.each(['', 'x', '9Nt', '1?', '1Nt0;', '1Qf'])('leaves out what no recorder wrote: %j', (text) => {
    expect(written({ trace: [[text]], values: [] })).toEqual([]);
  });
});
