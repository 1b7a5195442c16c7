import type { SearchQuery as WireQuery } from '@redoubt/contracts';
import { fail, isDefinedAssessment, ownPathOf, searchableFields, type SearchableField } from '@redoubt/domain';
import { listSearchAttributes, type Scope, type SearchQuery, type TenantTransaction } from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds, type Subtree } from '../environments/subtree.ts';
import { attributesInScope, fieldsOf } from '../plans/attributes-in-scope.ts';
import { reading } from '../unit-of-work.ts';

type Asked = Pick<WireQuery, 'eventType' | 'from' | 'to' | 'filters' | 'includeChildren'>;

const isOwn = ({ field }: WireQuery['filters'][number]): boolean => ownPathOf(field) !== null;

/** Own fields that the events of a query can be searched by; not looked up where it asks for none. */
const readFields = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { byId }: Subtree,
  { eventType, filters }: Asked,
): Promise<readonly SearchableField[]> => {
  if (!filters.some(isOwn)) return [];
  if (!isDefinedAssessment(eventType)) {
    return fieldsOf(attributesInScope(await listSearchAttributes(trx), environmentId, [...byId.values()]), eventType);
  }
  const found = (await readAssessmentsInTree(trx, environmentId)).find(({ kind }) => kind === eventType);
  return found === undefined ? [] : searchableFields(found.definition);
};

/**
 * Where a query looks, the environment of the address with its descendants where asked, and what it asks.
 *
 * @throws `SRCH-FIELD-UNKNOWN` for an own field that the events cannot be searched by.
 */
export const readSearch = async (
  context: EnvironmentContext,
  asked: Asked,
): Promise<{ readonly scope: Scope; readonly query: SearchQuery }> => {
  const { tenantId, environmentId } = context;
  const { subtree, fields } = await reading(context, async (trx) => {
    const subtree = await loadSubtree(trx, environmentId);
    return { subtree, fields: await readFields(trx, context, subtree, asked) };
  });
  const filters = asked.filters.map((filter): SearchQuery['filters'][number] => {
    const path = ownPathOf(filter.field);
    if (path === null) return filter as SearchQuery['filters'][number];
    const field = fields.find((each) => each.path === path);
    if (field === undefined) throw fail('SRCH-FIELD-UNKNOWN', { field: path });
    return { ...filter, field };
  });
  return {
    scope: { tenantId, environmentIds: scopeIds(subtree, asked.includeChildren) },
    query: { kind: asked.eventType, from: new Date(asked.from), to: new Date(asked.to), filters },
  };
};
