import { DEFAULT_CASE_CONFIGURATION } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { decisionKeys, reasonKey } from './decision-keys.ts';

const named = (name: string, caseAction: 'Approve' | 'Reject' | 'None' = 'None') => ({ name, caseAction });

describe('keys of decisions', () => {
  it('are A and R for what approves and rejects, whatever it is called', () => {
    expect(decisionKeys(DEFAULT_CASE_CONFIGURATION.decisions)).toEqual(['a', 'r']);
    expect(decisionKeys([named('Block', 'Reject'), named('Let it pass', 'Approve')])).toEqual(['r', 'a']);
  });

  it('are free letters of the name for every other decision', () => {
    expect(
      decisionKeys([named('Approve', 'Approve'), named('Approve later', 'Approve'), named('Call back'), named('Bag')]),
    ).toEqual(['a', 'r', 'c', 'd']);
  });

  it('never repeat and never take a key of the page', () => {
    const many = decisionKeys(Array.from({ length: 20 }, (_, at) => named(`Ben ${at}`)));
    const given = many.filter((key) => key !== undefined);
    expect(new Set(given).size).toBe(given.length);
    expect(given.some((key) => 'beghjlmnpqstuvxyz'.includes(key))).toBe(false);
    expect(many.filter((key) => key === undefined)).toHaveLength(11);
  });
});

describe('keys of reasons', () => {
  it('are the digits in the order of the keyboard', () => {
    expect([0, 8, 9, 10].map(reasonKey)).toEqual(['1', '9', '0', undefined]);
  });
});
