import type { Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';

/** How tenants are named in token addresses: by their id, or by a domain of theirs. */
export type TenantNames = {
  /** The tenant an address names, in any letter case. */
  readonly find: (name: string) => Promise<Id | undefined>;
  readonly domainsOf: (tenantId: Id) => readonly string[];
};

/** The domain of each person's user name, for tenants of the demonstration; a guest's is the home tenant's. */
export const domainsOfPeople = (
  people: readonly { readonly tenantId: Id; readonly username: string }[],
): ReadonlyMap<string, Id> => {
  const domains = new Map<string, Id>();
  for (const { tenantId, username } of people) {
    const domain = username.split('@')[1]?.toLowerCase();
    if (domain !== undefined && !domains.has(domain)) domains.set(domain, tenantId);
  }
  return domains;
};

/** @param domains in lower case, with the tenant each belongs to. */
export const createTenantNames = (database: Database, domains: ReadonlyMap<string, Id>): TenantNames => ({
  find: async (name) => {
    const wanted = domains.get(name.toLowerCase()) ?? name.toLowerCase();
    return (await database.listTenants()).find(({ tenantId }) => tenantId === wanted)?.tenantId;
  },
  domainsOf: (tenantId) => [...domains].filter(([, owner]) => owner === tenantId).map(([domain]) => domain),
});
