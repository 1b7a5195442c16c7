import { describe, expect, it } from 'vitest';
import { EMPTY_SYMBOL_TABLE } from '../program/symbol-table.ts';
import { checkRule } from './check-rule.ts';
import { unconditionalDecisions } from './unconditional.ts';

const found = (code: string, condition = '') => {
  const clauses = [{ id: 'one', name: 'One', code }];
  return unconditionalDecisions(checkRule({ condition, clauses }, EMPTY_SYMBOL_TABLE).checked);
};

describe('a clause that decides on every event', () => {
  it.each([
    'RETURN Reject("ALL")',
    'RETURN Reject("ALL")\nWHEN true',
    'RETURN Reject("ALL")\nWHEN true || @"totalAmount" > 5',
    'RETURN Reject("ALL")\nWHEN !false && true',
  ])('is found in %j', (code) => {
    expect(found(code)).toEqual([{ part: 'one', decision: 'Reject' }]);
  });

  it('is found where it challenges, and where the condition holds for every event', () => {
    expect(found('RETURN Challenge("SMS", "ALL")', 'WHEN true')).toEqual([{ part: 'one', decision: 'Challenge' }]);
  });

  it.each([
    ['RETURN Reject("SOME")\nWHEN @"totalAmount" > 5', ''],
    ['RETURN Reject("SOME")', 'WHEN @"totalAmount" > 5'],
    ['RETURN Reject("NONE")\nWHEN false', ''],
    ['RETURN Reject("SOME")\nWHEN false || @"totalAmount" > 5', ''],
    ['RETURN Approve()', ''],
    ['RETURN Review("ALL")', ''],
    ['OUTPUT (a = 1)', ''],
    ['RETURN Reject("BROKEN") WHEN (', ''],
  ])('is not found in %j under %j', (code, condition) => {
    expect(found(code, condition)).toEqual([]);
  });
});
