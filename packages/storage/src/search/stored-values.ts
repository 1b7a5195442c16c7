import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { HIT_ATTRIBUTES, isPrefixAttribute, LINK_ATTRIBUTES, normaliseLink } from '../projections/search/links.ts';
import { isHit, LAST_CHARACTER, MOST_WAYS, RULE_ALONE, textOf } from './link-conditions.ts';
import { isOwnFilter } from './own-fields.ts';
import type { SearchFilter, StoredValue } from './search-filter.ts';
import { hasRows, isInRows, type Scope, type SearchQuery } from './search-query.ts';

/** Ways of all environments together; with more, reading what begins so is as good. */
const MOST_SCANS = 2000;

/** Values from one text on, below another. */
type Span = { readonly attribute: number; readonly from: string; readonly below: string };

const beginning = (attribute: number, text: string): Span => ({ attribute, from: text, below: text + LAST_CHARACTER });

/** What a filter finds by how values begin; undefined where it does not. */
const spansOf = ({ field, operator, values }: SearchFilter): readonly Span[] | undefined => {
  if (typeof field !== 'string') return undefined;
  if (isHit(field)) {
    const attributes = field === 'decidedBy' ? [HIT_ATTRIBUTES.decided] : Object.values(HIT_ATTRIBUTES);
    return values.map(textOf).flatMap((value) =>
      attributes.map((attribute) =>
        RULE_ALONE.test(value)
          ? beginning(attribute, `${value} `)
          : // The value alone: nothing lies between it and itself with the first character of all.
            { attribute, from: value, below: `${value}\u0001` },
      ),
    );
  }
  if (!isPrefixAttribute(field) || operator !== 'startsWith') return undefined;
  return values.map((value) => beginning(LINK_ATTRIBUTES[field], normaliseLink(field, textOf(value))));
};

/** The stored values of a span, each looked up behind the one before it; at most one more than are of use. */
const storedIn = ({ tenantId }: Scope, { attribute, from, below }: Span): RawBuilder<unknown> => {
  const next = (least: RawBuilder<unknown>) => sql`select l.value from event_link l
    where l.tenant_id = ${tenantId}::uuid and l.environment_id = e.id and l.attribute = ${sql.lit(attribute)}
      and ${least} and l.value < ${below}::text order by l.value limit 1`;
  return sql`(with recursive found(value) as (
      (${next(sql`l.value >= ${from}::text`)})
      union all
      select (${next(sql`l.value > found.value`)}) from found where found.value is not null
    ) select ${sql.lit(attribute)}::int as attribute, value from found where value is not null limit ${MOST_WAYS + 1})`;
};

/**
 * Names the stored values that a filter finds by how they begin, where they are few: rows of each value stand in the order of time, and
 * merged they give a page without all being read and sorted. A prefix that thousands of values have stays as it is.
 */
export const nameStoredValues = async <Query extends SearchQuery>(
  trx: TenantTransaction,
  scope: Scope,
  query: Query,
): Promise<Query> => {
  const driving = query.filters.find(hasRows);
  const spans = driving === undefined || isOwnFilter(driving) ? undefined : spansOf(driving);
  if (spans === undefined || spans.length === 0 || spans.length > MOST_WAYS || spans.some(({ from }) => from === ''))
    return query;
  const { rows } = await sql<StoredValue>`select distinct v.attribute, v.value
      from unnest(${scope.environmentIds}::uuid[]) as e(id)
      cross join lateral (${sql.join(
        spans.map((span) => storedIn(scope, span)),
        sql` union all `,
      )}) v limit ${MOST_WAYS + 1}`.execute(trx);
  const isOfUse =
    rows.length > 0 && rows.length <= MOST_WAYS && rows.length * scope.environmentIds.length <= MOST_SCANS;
  if (!isOfUse) return query;
  return { ...query, filters: query.filters.map((each) => (each === driving ? { ...each, stored: rows } : each)) };
};

/**
 * Has the planner merge the rows of several values in place of sorting all of them: its statistics lag behind, and of the few rows that it
 * expects either costs the same. Until the end of the transaction.
 */
export const mergeValues = async (trx: TenantTransaction, { filters }: Pick<SearchQuery, 'filters'>): Promise<void> => {
  const driving = filters.find(hasRows);
  if (driving === undefined) return;
  const { stored, operator, values, field } = driving;
  const ways = stored?.length ?? (operator === 'is' && !isHit(field) ? values.length : 0);
  if ((ways > 1 || (ways === 1 && isInRows(driving))) && ways <= MOST_WAYS)
    await sql`set local enable_sort = off`.execute(trx);
};
