import type { Clock } from '@redoubt/kernel';
import { listApplications, listEnvironments, listSearchAttributes, type Database } from '@redoubt/storage';
import { loadPlanSources } from '../../plans/load-plan-sources.ts';
import { ListStore, type PlanLists } from '../../plans/plan-lists.ts';
import { plannedAttributes } from '../../symbols/attributes-in-scope.ts';
import { maskedEnvironmentsOf } from '../../privacy/masked-environments.ts';
import type { PlanRegistryOptions } from './plan-registry.ts';

/**
 * Reads who may call a tenant, and what its plans are made of. One per thread that decides.
 *
 * @param lists where contents of lists come from.
 */
export const createTenantSourceLoader = (
  database: Database,
  clock: Clock,
  lists: PlanLists = new ListStore().read,
): PlanRegistryOptions['load'] => ({
  directory: async (tenantId) => {
    const tenants = await database.listTenants();
    if (!tenants.some((tenant) => tenant.tenantId === tenantId)) return undefined;
    return database.inTenant(tenantId, async (trx) => {
      const environments = await listEnvironments(trx);
      return {
        environments,
        applications: (await listApplications(trx)).filter(({ revoked }) => revoked === null),
        searchAttributes: plannedAttributes(await listSearchAttributes(trx)),
        maskedEnvironments: await maskedEnvironmentsOf(trx, environments),
      };
    });
  },
  plans: async (tenantId) => {
    const { plans, branches, defined } = await loadPlanSources({ database, tenantId, clock }, lists);
    return { plans, branches, assessments: defined };
  },
});
