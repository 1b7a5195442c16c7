import { describe, expect, it } from 'vitest';
import { caseConfigurationProblems, DEFAULT_CASE_CONFIGURATION, type CaseDecision } from './case-decisions.ts';
import { expectedLoss } from './queue.ts';

const [approve, reject] = DEFAULT_CASE_CONFIGURATION.decisions as readonly [CaseDecision, CaseDecision];
const codesOf = (decisions: readonly CaseDecision[], defaultDecision = 'Approve') =>
  caseConfigurationProblems({ decisions, defaultDecision }).map(({ code, decision }) => [code, decision]);

describe('decisions of cases', () => {
  it('can be made as the product comes', () => {
    expect(caseConfigurationProblems(DEFAULT_CASE_CONFIGURATION)).toEqual([]);
  });

  it('are at least two, of two kinds', () => {
    expect(codesOf([approve])).toEqual([
      ['tooFewNames', null],
      ['tooFewActions', null],
    ]);
    expect(codesOf([approve, { ...approve, name: 'Accept' }])).toEqual([['tooFewActions', null]]);
  });

  it('have names and reasons that differ by more than case and blanks', () => {
    expect(codesOf([approve, reject, { ...reject, name: ' approve ' }])).toEqual([['nameTwice', 2]]);
    expect(codesOf([approve, { ...reject, reasons: ['Stolen card', 'stolen card'] }])).toEqual([['reasonTwice', 1]]);
  });

  it('have a reason each, and a default among them', () => {
    expect(codesOf([approve, { ...reject, reasons: [] }])).toEqual([['noReason', 1]]);
    expect(codesOf([approve, reject], 'Wait')).toEqual([['unknownDefault', null]]);
  });
});

it('the expected loss weighs the amount by the score where there is one', () => {
  expect(expectedLoss(200, 500)).toBe(100);
  expect(expectedLoss(200, null)).toBe(200);
  expect(expectedLoss(200, 0)).toBe(0);
  expect(expectedLoss(null, 900)).toBeNull();
});
