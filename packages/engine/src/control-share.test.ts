import type { ControlShare } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { applyControlShare } from './control-share.ts';
import type { RuleVerdict } from './engine-result.ts';

const RULE = '5d0e0000-0001-4000-8000-000000000001';
const verdict: RuleVerdict = {
  decision: 'Reject',
  reason: 'too much',
  supportMessage: 'call us',
  challengeType: null,
  rule: { id: RULE, name: 'Amount', version: 1, environmentId: '5d0e0000-0001-4000-8000-000000000002' },
  clause: 'High',
};
const share: ControlShare = {
  sharePercent: 5,
  decisions: ['Reject'],
  limits: [{ currency: 'EUR', amount: 100 }],
  rules: [],
};
const inputOf = (seed: number) => ({ payload: { totalAmount: 80, currency: 'EUR' }, seed });

describe('applyControlShare', () => {
  it('approves what passes, and keeps what would have been decided', () => {
    const passed = applyControlShare({ ...share, sharePercent: 100 }, inputOf(1), verdict);
    expect(passed).toEqual({
      decision: 'Approve',
      reason: 'CONTROL_SHARE',
      supportMessage: null,
      challengeType: null,
      rule: null,
      clause: null,
      control: { probability: 1, stopped: verdict },
    });
  });

  it('draws the same for the same seed, and lets the share pass over many seeds', () => {
    const seeds = Array.from({ length: 40_000 }, (_, at) => Math.imul(at, 0x9e37_79b1) >>> 0);
    const passes = (seed: number): boolean =>
      applyControlShare(share, inputOf(seed), verdict).control?.stopped === verdict;
    const passed = seeds.filter(passes);
    expect(passed.every(passes)).toBe(true);
    // 2,000 are expected; six standard deviations are 262.
    expect(Math.abs(passed.length - 2000)).toBeLessThan(262);
  });

  it('notes the probability of what is stopped', () => {
    const seed = Array.from({ length: 100 }, (_, at) => at).find(
      (each) => applyControlShare(share, inputOf(each), verdict).control?.stopped === null,
    );
    expect(applyControlShare(share, inputOf(seed ?? 0), verdict)).toEqual({
      ...verdict,
      control: { probability: 0.05, stopped: null },
    });
  });

  it('leaves alone what may not pass', () => {
    const above = { payload: { totalAmount: 101, currency: 'EUR' }, seed: 1 };
    expect(applyControlShare({ ...share, sharePercent: 100 }, above, verdict)).toBe(verdict);
    expect(applyControlShare(null, inputOf(1), verdict)).toBe(verdict);
    const approved: RuleVerdict = { ...verdict, decision: 'Approve' };
    expect(applyControlShare({ ...share, sharePercent: 100 }, inputOf(1), approved)).toBe(approved);
    const byDefault: RuleVerdict = { ...verdict, rule: null };
    expect(applyControlShare({ ...share, sharePercent: 100 }, inputOf(1), byDefault)).toBe(byDefault);
  });
});
