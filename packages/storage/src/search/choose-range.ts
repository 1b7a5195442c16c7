import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { isOwnFilter, isRange, joinBounds, ownRows, type OwnFilter } from './own-fields.ts';
import { hasRows, type Scope, type SearchQuery } from './search-query.ts';
import type { SearchFilter } from './search-filter.ts';

/**
 * Up to so many rows it is quicker to sort them by time than to walk through all events of the time range. Beyond, so many
 * events match that the walk finds a page soon.
 */
const MAX_SORTED = 10_000;

/** How many values lie in a range, counted no further than it matters. */
const countRange = async (
  trx: TenantTransaction,
  scope: Scope,
  kindCode: number,
  filter: OwnFilter,
): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (
      select from unnest(${scope.environmentIds}::uuid[]) as e(id)
        cross join lateral (
          select from event_attribute x
           where x.tenant_id = ${scope.tenantId}::uuid and x.environment_id = e.id and ${ownRows(filter, kindCode, sql`x`)}
           limit ${MAX_SORTED}
        ) x limit ${MAX_SORTED}
    ) found`.execute(trx);
  return rows[0]?.found ?? 0;
};

/**
 * Marks the range of an own field that a search had better start from: the narrowest, between both bounds, where few values lie in it and no
 * other filter leads to its events. The planner cannot tell, whose statistics lag behind and know no fields.
 */
export const chooseRange = async <Query extends SearchQuery>(
  trx: TenantTransaction,
  scope: Scope,
  query: Query,
): Promise<Query> => {
  if (query.filters.some(hasRows)) return query;
  const bounds = joinBounds(query.filters);
  const ranges = bounds.filter((filter): filter is OwnFilter => isOwnFilter(filter) && isRange(filter));
  let [best, fewest]: [SearchFilter | undefined, number] = [undefined, MAX_SORTED];
  for (const filter of ranges) {
    const found = await countRange(trx, scope, kindCodeOf(query.kind), filter);
    if (found < fewest) [best, fewest] = [filter, found];
  }
  if (best === undefined) return query;
  const filters = bounds.map((filter) => (filter === best ? { ...filter, startsHere: true as const } : filter));
  return { ...query, filters };
};
