import { describe, expect, it } from 'vitest';
import { createPollRule } from './poll-rule.ts';

describe('what telemetry hears of polling', () => {
  it('is the first failure of a target and nothing of those that follow', () => {
    let nowMs = 0;
    const rule = createPollRule(() => nowMs);
    expect(rule('me', true)).toBe(true);
    nowMs = 60_000;
    expect(rule('me', true)).toBe(false);
    expect(rule('me', false)).toBe(true);
    expect(rule('me', false)).toBe(false);
    expect(rule('me', true)).toBe(false);
    expect(rule('me', false)).toBe(true);
  });

  it('is something of each target when ten minutes have passed', () => {
    let nowMs = 0;
    const rule = createPollRule(() => nowMs);
    rule('me', true);
    nowMs = 300_000;
    expect(rule('notices', true)).toBe(true);
    nowMs = 600_000;
    expect(rule('me', true)).toBe(false);
    nowMs = 600_001;
    expect(rule('me', true)).toBe(true);
    expect(rule('notices', true)).toBe(false);
  });
});
