import { describe, expect, it } from 'vitest';
import {
  formatActivityAddress,
  parseActivityAddress,
  pivotAddress,
  type ActivityQuestion,
} from './activity-address.ts';

const question: ActivityQuestion = {
  range: { kind: 'preset', preset: '30d' },
  join: 'or',
  filters: [
    { attribute: 'operation', operator: 'in', values: ['Publish', 'RollBack'] },
    { attribute: 'resourceName', operator: 'notIn', values: ['a~b; c%'] },
    { attribute: 'assessmentId', operator: 'isNull', values: [] },
  ],
};

describe('the address of the activity log', () => {
  it('comes back as it was written', () => {
    expect(parseActivityAddress(formatActivityAddress(question))).toEqual(question);
    expect(formatActivityAddress(parseActivityAddress({}))).toEqual({});
  });

  it('leaves out what it cannot read', () => {
    const where = 'operation~like~x;nothing~in~x;operation~in;logId~isNull~x;resourceId~in~%E0%A4%A;changedBy~in~Ada';
    expect(parseActivityAddress({ where, range: 'ever', join: 'xor' })).toMatchObject({
      join: 'and',
      filters: [{ attribute: 'changedBy', operator: 'in', values: ['Ada'] }],
    });
  });

  it('asks for one value over thirteen months', () => {
    expect(pivotAddress('changedBy', 'Ada Byron')).toEqual({ range: '13mo', where: 'changedBy~in~Ada%20Byron' });
  });
});
