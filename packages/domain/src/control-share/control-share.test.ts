import { describe, expect, it } from 'vitest';
import {
  controlProbability,
  DEFAULT_CONTROL_SHARE,
  isControlShareOn,
  letsMorePass,
  type ControlShare,
} from './control-share.ts';

const RULE = '5d0e0000-0001-4000-8000-000000000001';
const OTHER = '5d0e0000-0001-4000-8000-000000000002';

const share: ControlShare = {
  sharePercent: 2,
  decisions: ['Reject'],
  limits: [{ currency: 'EUR', amount: 100 }],
  rules: [{ ruleId: OTHER, sharePercent: 0.5 }],
};
const stopped = { decision: 'Reject', ruleId: RULE, amount: 80, currency: 'EUR' } as const;

describe('controlProbability', () => {
  it.each([
    ['a purchase within its limit', stopped, 0.02],
    ['one at its limit', { ...stopped, amount: 100 }, 0.02],
    ['one above it', { ...stopped, amount: 100.01 }, 0],
    ['one without an amount', { ...stopped, amount: null }, 0],
    ['a negative amount', { ...stopped, amount: -1 }, 0],
    ['a currency without a limit', { ...stopped, currency: 'USD' }, 0],
    ['a currency in small letters', { ...stopped, currency: 'eur' }, 0.02],
    ['no currency', { ...stopped, currency: null }, 0],
    ['a decision that is not chosen', { ...stopped, decision: 'Review' as const }, 0],
    ['an approval', { ...stopped, decision: 'Approve' as const }, 0],
    ['a rule with a share of its own', { ...stopped, ruleId: OTHER }, 0.005],
  ])('is right for %s', (_case, purchase, expected) => {
    expect(controlProbability(share, purchase)).toBe(expected);
  });
});

describe('isControlShareOn', () => {
  it('is off as it comes, without limits, and without a share', () => {
    expect(isControlShareOn(DEFAULT_CONTROL_SHARE)).toBe(false);
    expect(isControlShareOn({ ...share, limits: [] })).toBe(false);
    expect(isControlShareOn({ ...share, decisions: [] })).toBe(false);
    expect(isControlShareOn({ ...share, sharePercent: 0, rules: [] })).toBe(false);
  });

  it('is on with one share, be it of a single rule', () => {
    expect(isControlShareOn(share)).toBe(true);
    expect(isControlShareOn({ ...share, sharePercent: 0 })).toBe(true);
  });
});

describe('letsMorePass', () => {
  it.each<[string, Partial<ControlShare>, boolean]>([
    ['a larger share', { sharePercent: 3 }, true],
    ['another decision', { decisions: ['Reject', 'Review'] }, true],
    ['a higher limit', { limits: [{ currency: 'EUR', amount: 101 }] }, true],
    ['a limit in another currency', { limits: [...share.limits, { currency: 'USD', amount: 1 }] }, true],
    ['a rule without its smaller share', { rules: [] }, true],
    ['a rule with a larger share of its own', { rules: [...share.rules, { ruleId: RULE, sharePercent: 5 }] }, true],
    ['the same', {}, false],
    ['a smaller share', { sharePercent: 1 }, false],
    ['a lower limit', { limits: [{ currency: 'EUR', amount: 10 }] }, false],
    ['a rule that lets nothing pass', { rules: [...share.rules, { ruleId: RULE, sharePercent: 0 }] }, false],
    ['nothing at all', { sharePercent: 0, rules: [] }, false],
  ])('says so of %s', (_case, change, expected) => {
    expect(letsMorePass(share, { ...share, ...change })).toBe(expected);
  });

  it('says so of the first share', () => {
    expect(letsMorePass(DEFAULT_CONTROL_SHARE, share)).toBe(true);
  });
});
