import type { SearchQuery as WireQuery } from '@redoubt/contracts';
import { fail, isDefinedAssessment, ownPathOf, searchableFields, type SearchableField } from '@redoubt/domain';
import type { Scope, SearchQuery, TenantTransaction } from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessments/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';

type Asked = Pick<WireQuery, 'eventType' | 'from' | 'to' | 'filters' | 'includeChildren'>;

const isOwn = ({ field }: WireQuery['filters'][number]): boolean => ownPathOf(field) !== null;

/** Own fields that the events of a query can be searched by; not looked up where it asks for none. */
const readFields = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { eventType, filters }: Asked,
): Promise<readonly SearchableField[]> => {
  if (!isDefinedAssessment(eventType) || !filters.some(isOwn)) return [];
  const found = (await readAssessmentsInTree(trx, environmentId)).find(({ kind }) => kind === eventType);
  return found === undefined ? [] : searchableFields(found.definition);
};

/**
 * Where a query looks, the environment of the address with its descendants where asked, and what it asks.
 *
 * @throws `SRCH-QUERY-INVALID` for an own field that the events cannot be searched by.
 */
export const readSearch = async (
  context: EnvironmentContext,
  asked: Asked,
): Promise<{ readonly scope: Scope; readonly query: SearchQuery }> => {
  const { database, tenantId, environmentId } = context;
  const { subtree, fields } = await database.readTenant(tenantId, async (trx) => ({
    subtree: await loadSubtree(trx, environmentId),
    fields: await readFields(trx, context, asked),
  }));
  const filters = asked.filters.map((filter): SearchQuery['filters'][number] => {
    const path = ownPathOf(filter.field);
    if (path === null) return filter as SearchQuery['filters'][number];
    const field = fields.find((each) => each.path === path);
    if (field === undefined) throw fail('SRCH-QUERY-INVALID', { field: path });
    return { ...filter, field };
  });
  return {
    scope: { tenantId, environmentIds: scopeIds(subtree, asked.includeChildren) },
    query: { kind: asked.eventType, from: new Date(asked.from), to: new Date(asked.to), filters },
  };
};
