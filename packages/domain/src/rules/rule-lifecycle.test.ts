import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOrderOf, isRuleName, isRuleNameTaken, ruleStatus, type RuleState } from './rule-lifecycle.ts';

const state = (published: boolean, active: boolean, hasDraft: boolean): RuleState => ({ published, active, hasDraft });

const draftOnly = state(false, false, true);
const STATES = {
  DraftOnly: draftOnly,
  Active: state(true, true, false),
  Inactive: state(true, false, false),
  ActiveWithDraft: state(true, true, true),
  InactiveWithDraft: state(true, false, true),
} as const;

describe('rule status', () => {
  it.each(Object.entries(STATES))('%s is what its facts say', (status, facts) => {
    expect(ruleStatus(facts)).toBe(status);
  });
});

describe('rule names', () => {
  it('are one line of 1 to 120 characters', () => {
    expect(isRuleName(' Card testing: small amounts ')).toBe(true);
    expect(isRuleName('å'.repeat(120))).toBe(true);
    for (const wrong of ['', '   ', 'x'.repeat(121), 'two\nlines', 'nul\0']) expect(isRuleName(wrong)).toBe(false);
  });

  it('are taken ignoring case, blanks around and the way letters are composed', () => {
    expect(isRuleNameTaken('HIGH amount ', ['High Amount'])).toBe(true);
    expect(isRuleNameTaken('cafe\u0301', ['Café'])).toBe(true);
    expect(isRuleNameTaken('High amounts', ['High amount'])).toBe(false);
  });
});

describe('rule order', () => {
  it('accepts every permutation of the published rules', () => {
    const ids = fc.uniqueArray(fc.uuid(), { maxLength: 20 });
    const permuted = ids.chain((each) =>
      fc.tuple(fc.constant(each), fc.shuffledSubarray(each, { minLength: each.length, maxLength: each.length })),
    );
    fc.assert(
      fc.property(permuted, ([current, proposed]) => {
        expect(isOrderOf(proposed, current)).toBe(true);
      }),
    );
  });

  it('refuses a missing, a foreign and a repeated rule', () => {
    expect(isOrderOf(['a'], ['a', 'b'])).toBe(false);
    expect(isOrderOf(['a', 'c'], ['a', 'b'])).toBe(false);
    expect(isOrderOf(['a', 'a'], ['a', 'b'])).toBe(false);
    expect(isOrderOf(['a', 'a', 'b'], ['a', 'b'])).toBe(false);
  });
});
