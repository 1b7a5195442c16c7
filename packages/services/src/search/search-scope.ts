import type { SearchQuery as WireQuery } from '@redoubt/contracts';
import type { Scope, SearchQuery } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';

/** The environments a query may look into: the one of the address, with its descendants where asked. */
export const searchScope = async (context: EnvironmentContext, includeChildren: boolean): Promise<Scope> => {
  const { database, tenantId, environmentId } = context;
  const subtree = await database.readTenant(tenantId, (trx) => loadSubtree(trx, environmentId));
  return { tenantId, environmentIds: scopeIds(subtree, includeChildren) };
};

export const searchQueryOf = (wire: Pick<WireQuery, 'eventType' | 'from' | 'to' | 'filters'>): SearchQuery => ({
  kind: wire.eventType,
  from: new Date(wire.from),
  to: new Date(wire.to),
  filters: wire.filters,
});
