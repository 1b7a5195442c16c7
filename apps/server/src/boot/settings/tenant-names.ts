import { SECOND_MS, type Id } from '@redoubt/kernel';
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

/** How long a tenant that was found stands without being looked for again. */
const FOUND_FOR_MS = SECOND_MS;

/**
 * Asks the database once for all who wait, and not at all for what was just found: names come from callers without a
 * token, as many as they like.
 *
 * @param domains in lower case, with the tenant each belongs to.
 */
export const createTenantNames = (
  database: Pick<Database, 'listTenants'>,
  domains: ReadonlyMap<string, Id>,
): TenantNames => {
  let asking: Promise<ReadonlySet<string>> | undefined;
  let found: { readonly ids: ReadonlySet<string>; readonly atMs: number } | undefined;

  const ask = async (): Promise<ReadonlySet<string>> => {
    try {
      const ids = new Set((await database.listTenants()).map(({ tenantId }) => tenantId));
      found = { ids, atMs: performance.now() };
      return ids;
    } finally {
      asking = undefined;
    }
  };

  return {
    find: async (name) => {
      const wanted = domains.get(name.toLowerCase()) ?? name.toLowerCase();
      const isFresh = found !== undefined && performance.now() - found.atMs < FOUND_FOR_MS;
      if (isFresh && found?.ids.has(wanted)) return wanted;
      return (await (asking ??= ask())).has(wanted) ? wanted : undefined;
    },
    domainsOf: (tenantId) => [...domains].filter(([, owner]) => owner === tenantId).map(([domain]) => domain),
  };
};
