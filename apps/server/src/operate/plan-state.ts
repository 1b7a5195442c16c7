import type { PlanState } from '@redoubt/services';
import type { Metrics } from './metrics.ts';

/** Registers how the plans of this node stand to what is published. */
export const observePlans = (metrics: Metrics, state: () => PlanState): void => {
  metrics.observe(
    'redoubt_plan_stale_tenants',
    'Tenants whose newest publications could not be loaded on this node: older plans decide, or none.',
    () => state().staleTenants,
  );
  metrics.observe(
    'redoubt_plan_left_out_units',
    'Published texts that cannot be compiled and that this node decides without.',
    () => state().leftOutUnits,
  );
};

/** The same in sentences; nothing where all is well. Names of customers stand in their notices, not here. */
export const planNotes = ({ staleTenants, leftOutUnits }: PlanState): readonly string[] => [
  ...(staleTenants > 0
    ? [`Plans: the newest publications of ${staleTenants} tenants could not be loaded; older plans decide.`]
    : []),
  ...(leftOutUnits > 0
    ? [`Plans: ${leftOutUnits} published texts cannot be compiled and are left out; notices in the console name them.`]
    : []),
];
