import type { PlanState } from '@redoubt/services';
import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { observePlans, planNotes } from './plan-state.ts';
import { createReadiness } from './readiness.ts';

const WELL: PlanState = { staleTenants: 0, leftOutUnits: 0 };

describe('the plans of a node', () => {
  it('are no word of readiness while all of them are in force', () => {
    expect(planNotes(WELL)).toEqual([]);
  });

  it('are noted where some are stale or left out, and the node stays ready: older plans decide', async () => {
    const readiness = createReadiness();
    let state = WELL;
    readiness.note(() => planNotes(state));
    expect(await readiness.read()).toEqual({ missing: [], notes: [] });
    state = { staleTenants: 2, leftOutUnits: 3 };
    expect(await readiness.read()).toEqual({
      missing: [],
      notes: [
        'Plans: the newest publications of 2 tenants could not be loaded; older plans decide.',
        'Plans: 3 published texts cannot be compiled and are left out; notices in the console name them.',
      ],
    });
  });

  it('are gauges that are read when they are asked for', async () => {
    const metrics = createMetrics();
    let state = WELL;
    observePlans(metrics, () => state);
    const gauges = async () => {
      const lines = (await metrics.text()).split('\n');
      return lines.filter((line) => line.startsWith('redoubt_plan_'));
    };
    expect(await gauges()).toEqual(['redoubt_plan_stale_tenants 0', 'redoubt_plan_left_out_units 0']);
    state = { staleTenants: 1, leftOutUnits: 4 };
    expect(await gauges()).toEqual(['redoubt_plan_stale_tenants 1', 'redoubt_plan_left_out_units 4']);
  });
});
