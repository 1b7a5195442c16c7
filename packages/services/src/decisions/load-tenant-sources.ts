import type { Clock, Id } from '@redoubt/kernel';
import { listApplications, listEnvironments, type Database } from '@redoubt/storage';
import { loadPlanSources, type ListIndexCache } from '../plans/load-plan-sources.ts';
import type { TenantSources } from './plan-registry.ts';

/** Reads what a tenant's plans are made of; undefined for a tenant that does not exist. One per node. */
export const createTenantSourceLoader = (database: Database, clock: Clock) => {
  const caches = new Map<Id, ListIndexCache>();
  return async (tenantId: Id): Promise<TenantSources | undefined> => {
    const tenants = await database.listTenants();
    if (!tenants.some((tenant) => tenant.tenantId === tenantId)) return undefined;
    const cache: ListIndexCache = caches.get(tenantId) ?? new Map();
    caches.set(tenantId, cache);
    const { plans, branches, defined } = await loadPlanSources(database, tenantId, clock, cache);
    return database.inTenant(tenantId, async (trx) => ({
      environments: await listEnvironments(trx),
      applications: (await listApplications(trx)).filter(({ revoked }) => revoked === null),
      plans,
      branches,
      assessments: defined,
    }));
  };
};
