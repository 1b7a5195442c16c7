import { describe, expect, it } from 'vitest';
import { createUtilization, ShadowBudget } from './shadow-budget.ts';

describe('the budget of shadow runs', () => {
  it('gives a tenth of the time, saves a little for a burst, and nothing while the thread is busy', () => {
    let nowMs = 0;
    let utilization = 0;
    const budget = new ShadowBudget({ monotonicMs: () => nowMs, utilization: () => utilization });
    expect(budget.allows()).toBe(true);
    budget.spend(60);
    expect(budget.allows()).toBe(false);
    nowMs = 99;
    expect(budget.allows()).toBe(false);
    nowMs = 200;
    expect(budget.allows()).toBe(true);
    nowMs = 1_000_000;
    budget.spend(0);
    expect(budget.allows()).toBe(true);
    budget.spend(51);
    expect(budget.allows()).toBe(false);
    nowMs += 1000;
    utilization = 0.9;
    expect(budget.allows()).toBe(false);
    utilization = 0.2;
    expect(budget.allows()).toBe(true);
  });

  it('reads how busy the thread was four times a second', () => {
    let nowMs = 0;
    let read = { idle: 0, active: 0 };
    const utilization = createUtilization(
      () => nowMs,
      () => read,
    );
    read = { idle: 50, active: 150 };
    nowMs = 100;
    expect(utilization()).toBe(0);
    nowMs = 250;
    expect(utilization()).toBe(0.75);
    read = { idle: 350, active: 150 };
    nowMs = 600;
    expect(utilization()).toBe(0);
  });
});
