import type { SearchQuery as WireQuery, SearchSort as WireSort } from '@redoubt/contracts';
import { fail, isDefinedAssessment, ownPathOf, searchableFields, type SearchableField } from '@redoubt/domain';
import {
  listSearchAttributes,
  type Scope,
  type SearchQuery,
  type SearchSort,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds, type Subtree } from '../environments/subtree.ts';
import { attributesInScope, fieldsOf } from '../symbols/attributes-in-scope.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { isPersonalField } from '../privacy/mask-answers.ts';
import { requireSearchOn } from '../search-index/require-search-on.ts';
import { reading } from '../unit-of-work.ts';

type Asked = Pick<WireQuery, 'eventType' | 'from' | 'to' | 'filters' | 'anyOf' | 'includeChildren'> & {
  /** Newest first where it is undefined. */
  readonly sort?: WireSort | undefined;
};

const isOwn = ({ field }: { readonly field: string }): boolean => ownPathOf(field) !== null;

/** All conditions of a question, those of its groups included. */
export const filtersOf = ({ filters, anyOf = [] }: Pick<WireQuery, 'filters' | 'anyOf'>): WireQuery['filters'] => [
  ...filters,
  ...anyOf.flat(),
];

/** Own fields that events of a kind can be searched by. */
export const readOwnFields = async (
  trx: TenantTransaction,
  { environmentId }: Pick<EnvironmentContext, 'environmentId'>,
  { byId }: Subtree,
  eventType: Asked['eventType'],
): Promise<readonly SearchableField[]> => {
  if (!isDefinedAssessment(eventType)) {
    return fieldsOf(attributesInScope(await listSearchAttributes(trx), environmentId, [...byId.values()]), eventType);
  }
  const found = (await readAssessmentsInTree(trx, environmentId)).find(({ kind }) => kind === eventType);
  return found === undefined ? [] : searchableFields(found.definition);
};

/** Operators that look for a whole value, so that they say nothing about one that is not known. */
const WHOLE: ReadonlySet<string> = new Set(['is', 'isNot', 'isEmpty', 'isNotEmpty']);

/** A reason may hold what its rule made of personal values. */
const isPersonalSort = (field: WireSort['field']): boolean =>
  field === 'customer' || field === 'reason' || isPersonalField(field);

/**
 * Refuses to narrow down a masked value step by step, or by where it stands among others.
 *
 * @throws `SRCH-FIELD-MASKED`.
 */
export const refuseNarrowing = ({ sort, ...asked }: Pick<Asked, 'filters' | 'anyOf' | 'sort'>): void => {
  if (sort !== undefined && isPersonalSort(sort.field))
    throw fail('SRCH-FIELD-MASKED', { field: ownPathOf(sort.field) ?? sort.field });
  for (const { field, operator } of filtersOf(asked)) {
    if (!WHOLE.has(operator) && isPersonalField(field))
      throw fail('SRCH-FIELD-MASKED', { field: ownPathOf(field) ?? field });
  }
};

type Named = Pick<Asked, 'eventType' | 'filters' | 'anyOf' | 'sort'>;

/**
 * What a question asks, with the own fields that events of an environment can be searched by.
 *
 * @throws `SRCH-FIELD-UNKNOWN` for an own field that they cannot be searched by.
 */
export const readQuestion = async (
  trx: TenantTransaction,
  context: Pick<EnvironmentContext, 'environmentId'>,
  subtree: Subtree,
  asked: Named,
): Promise<Pick<SearchQuery, 'kind' | 'filters' | 'anyOf'> & { readonly sort?: SearchSort }> => {
  const named = [...filtersOf(asked), ...(asked.sort === undefined ? [] : [asked.sort])];
  const fields = named.some(isOwn) ? await readOwnFields(trx, context, subtree, asked.eventType) : [];
  /** The own field that a name means; null for a field of the product. */
  const ownFieldAt = (name: string): SearchableField | null => {
    const path = ownPathOf(name);
    if (path === null) return null;
    const field = fields.find((each) => each.path === path);
    if (field === undefined) throw fail('SRCH-FIELD-UNKNOWN', { field: path });
    return field;
  };
  const known = (filter: WireQuery['filters'][number]): SearchQuery['filters'][number] => {
    const field = ownFieldAt(filter.field);
    return field === null ? (filter as SearchQuery['filters'][number]) : { ...filter, field };
  };
  const sort = asked.sort && {
    field: ownFieldAt(asked.sort.field) ?? (asked.sort.field as Extract<SearchSort['field'], string>),
    isDescending: asked.sort.direction === 'descending',
  };
  return {
    kind: asked.eventType,
    filters: asked.filters.map(known),
    ...(asked.anyOf === undefined ? {} : { anyOf: asked.anyOf.map((group) => group.map(known)) }),
    ...(sort === undefined ? {} : { sort }),
  };
};

/**
 * Where a query looks, the environment of the address with its descendants where asked, and what it asks.
 *
 * @throws `SRCH-OFF`, `SRCH-FIELD-UNKNOWN` for an own field that the events cannot be searched by, `SRCH-FIELD-MASKED` for a part of a
 *   value that the caller sees masked, or an order by it.
 */
export const readSearch = async (
  context: EnvironmentContext,
  asked: Asked,
): Promise<{ readonly scope: Scope; readonly query: SearchQuery & { readonly sort?: SearchSort } }> => {
  const { tenantId, environmentId } = context;
  return reading(context, async (trx) => {
    await requireSearchOn(trx);
    const subtree = await loadSubtree(trx, environmentId);
    const environmentIds = scopeIds(subtree, asked.includeChildren);
    if (environmentIds.some((id) => seesMasks(context, id))) refuseNarrowing(asked);
    const question = await readQuestion(trx, context, subtree, asked);
    return {
      scope: { tenantId, environmentIds },
      query: { ...question, from: new Date(asked.from), to: new Date(asked.to) },
    };
  });
};
