import {
  fail,
  isBuiltInKind,
  isDefinedKind,
  kindFacts,
  reportFieldOf,
  type LoggedAssessmentKind,
  type LoggedRelatedKind,
} from '@redoubt/domain';
import { toMoneyUnits, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import { kindCodeOf } from '../log/log-event.ts';
import {
  DEGRADED_ATTRIBUTE,
  isPrefixAttribute,
  LINK_ATTRIBUTES,
  normaliseLink,
  standsInRows,
  type LinkAttribute,
} from '../projections/search/links.ts';
import { mergedKindCode } from '../projections/subject-codes.ts';
import { beginsWith, byHit, isHit, isStored, MOST_WAYS, oneOf, textOf } from './link-conditions.ts';
import { compareOwn, isOwnFilter, joinBounds, ownRows, startsFromRows } from './own-fields.ts';
import { type SearchFilter, SEARCH_COLUMNS, type SearchField } from './search-filter.ts';

/** Where a person may look: environments of one tenant, already authorised. */
export type Scope = { readonly tenantId: Id; readonly environmentIds: readonly Id[] };

export type SearchQuery = {
  readonly kind: LoggedAssessmentKind;
  /** Event time, inclusive. */
  readonly from: Date;
  /** Event time, exclusive. */
  readonly to: Date;
  readonly filters: readonly SearchFilter[];
  /** All filters of at least one group hold as well; none where it is empty or missing. */
  readonly anyOf?: readonly (readonly SearchFilter[])[] | undefined;
};

const MAX_RANGE_MONTHS = 13;

/** Refuses what cannot be answered from indexes in reasonable time. */
export const checkRange = ({ from, to }: Pick<SearchQuery, 'from' | 'to'>): void => {
  if (!(from.getTime() < to.getTime())) throw fail('SRCH-QUERY-INVALID', { field: 'to' });
  const longest = new Date(from);
  longest.setUTCMonth(longest.getUTCMonth() + MAX_RANGE_MONTHS);
  // A day more, so that a range meant in the reader's time zone is not refused for its hours.
  longest.setUTCDate(longest.getUTCDate() + 1);
  if (to > longest) throw fail('SRCH-RANGE-TOO-LONG', { months: MAX_RANGE_MONTHS });
};

type Condition = RawBuilder<unknown>;
type StandardFilter = Omit<SearchFilter, 'field'> & { readonly field: SearchField };

const isLink = (field: SearchField): field is LinkAttribute => Object.hasOwn(LINK_ATTRIBUTES, field);

const numberOf = (field: SearchField, text: string): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw fail('SRCH-QUERY-INVALID', { field });
  const stored = SEARCH_COLUMNS[field].type === 'money' ? toMoneyUnits(value) : value;
  if (Math.abs(stored) > Number.MAX_SAFE_INTEGER) throw fail('SRCH-QUERY-INVALID', { field });
  return stored;
};

const compareStandard = (filter: StandardFilter): Condition => {
  const { field, operator, values } = filter;
  const { column, type } = SEARCH_COLUMNS[field];
  // What begins with a text is found by its links, never by walking through rows.
  if (column === null || operator === 'startsWith') throw fail('SRCH-QUERY-INVALID', { field });
  const of = sql.ref(`s.${column}`);
  const presence = operator === 'isEmpty' || operator === 'isNotEmpty';
  if (presence !== (values.length === 0)) throw fail('SRCH-QUERY-INVALID', { field });
  if (presence) {
    const empty = field === 'fraudLabel' ? sql`${of} = 'None'` : sql`${of} is null`;
    return operator === 'isEmpty' ? empty : sql`not (${empty})`;
  }
  if (operator === 'atLeast' || operator === 'atMost') {
    if (type === 'text' || values.length !== 1) throw fail('SRCH-QUERY-INVALID', { field });
    // A bound between two stored numbers is as good as itself, so it is compared as numeric.
    const bound = sql`${numberOf(field, values[0] as string)}::numeric`;
    return operator === 'atLeast' ? sql`${of} >= ${bound}` : sql`${of} <= ${bound}`;
  }
  if (type !== 'text') {
    const numbers = values.map((value) => numberOf(field, value)).filter(Number.isInteger);
    return operator === 'is'
      ? sql`${of} = any(${numbers}::bigint[])`
      : sql`(${of} is null or ${of} <> all(${numbers}::bigint[]))`;
  }
  const wanted = values.map(textOf);
  if (operator === 'is') return oneOf(of, wanted);
  if (field !== 'email') return sql`(${of} is null or ${of} <> all(${wanted}::text[]))`;
  const addresses = wanted.map((value) => normaliseLink('email', value));
  return sql`(${of} is null or lower(btrim(${of})) <> all(${addresses}::text[]))`;
};

/** Report fields have few values each, so that no row leads to their events: the range of time is walked through. */
const compareReportField = (name: string, { operator, values }: SearchFilter): Condition => {
  const of = sql`(s.report_fields ->> ${name}::text)`;
  const presence = operator === 'isEmpty' || operator === 'isNotEmpty';
  if (presence !== (values.length === 0)) throw fail('SRCH-QUERY-INVALID', { field: name });
  if (presence) return operator === 'isEmpty' ? sql`${of} is null` : sql`${of} is not null`;
  if (operator === 'is') return oneOf(of, values.map(textOf));
  if (operator === 'isNot') return sql`(${of} is null or ${of} <> all(${values.map(textOf)}::text[]))`;
  throw fail('SRCH-QUERY-INVALID', { field: name });
};

const isObservation = (kind: string): kind is LoggedRelatedKind =>
  (isBuiltInKind(kind) || isDefinedKind(kind)) && kindFacts(kind).role !== 'assessment';

/** By later events about an event: looked up for each event of the range by its key. */
const compareObservation = ({ operator, values }: SearchFilter): Condition => {
  const presence = operator === 'isEmpty' || operator === 'isNotEmpty';
  const kinds = values.filter(isObservation);
  const isKnown = presence || operator === 'is' || operator === 'isNot';
  if (!isKnown || presence !== (values.length === 0) || kinds.length < values.length)
    throw fail('SRCH-QUERY-INVALID', { field: 'observation' });
  const told = sql`exists (select from related_event r
    where r.tenant_id = s.tenant_id and r.environment_id = s.environment_id and r.subject_kind = s.kind
      and r.subject_id = s.event_id
      ${presence ? sql`` : sql`and r.kind = any(${kinds.map(mergedKindCode)}::smallint[])`} offset 0)`;
  return operator === 'is' || operator === 'isNotEmpty' ? told : sql`not ${told}`;
};

const compare = (filter: SearchFilter): Condition => {
  if (isOwnFilter(filter)) return compareOwn(filter);
  if (filter.field === 'observation') return compareObservation(filter);
  const reportField = typeof filter.field === 'string' ? reportFieldOf(filter.field) : null;
  return reportField === null ? compareStandard(filter as StandardFilter) : compareReportField(reportField, filter);
};

const hasNothing = (filter: SearchFilter): boolean => filter.operator === 'is' && filter.values.length === 0;

const nameOf = ({ field }: SearchFilter): string => (typeof field === 'string' ? field : field.path);

/** Whether rows beside the event's own lead to what a filter asks for. */
export const hasRows = (filter: SearchFilter): boolean => {
  if (isOwnFilter(filter)) return filter.startsHere ?? startsFromRows(filter);
  const field = filter.field as SearchField;
  if (isHit(field) || field === 'degraded') return filter.operator === 'is';
  return isPrefixAttribute(field) ? filter.operator === 'startsWith' : filter.operator === 'is' && isLink(field);
};

/** Fields whose rarer values have an index of their own, with the value that is too common for it. */
const RARE: Readonly<Record<string, string>> = { decision: 'Approve', rule: '', clause: '', fraudLabel: 'None' };

/** Whether an index leads to the events that a query asks for, so that no more of them need be looked at. */
export const isIndexed = ({ filters, anyOf = [] }: Pick<SearchQuery, 'filters' | 'anyOf'>): boolean =>
  (anyOf.length > 0 && anyOf.every((group) => group.some(hasRows))) ||
  filters.some((filter) => {
    if (hasRows(filter)) return true;
    if (filter.operator !== 'is' || typeof filter.field !== 'string') return false;
    const common = RARE[filter.field];
    return filter.field === 'eventId' || (common !== undefined && !filter.values.includes(common));
  });

/** Whether the rows of events hold values of a filter: what stands there and in a link of before leads to its event twice. */
export const isInRows = ({ field }: Pick<SearchFilter, 'field'>): boolean =>
  typeof field === 'string' && isLink(field as SearchField) && standsInRows(field as LinkAttribute);

/** Whether rows of a filter are those of one value, each event once. */
const isOneValue = ({ stored, operator, values, field }: SearchFilter): boolean =>
  stored !== undefined || (operator === 'is' && values.length === 1 && !isHit(field) && !isInRows({ field }));

export type After = { readonly eventTime: Date; readonly position: number };

export type CompiledSearch = {
  /** `from … where …`; the event's row is `s`. */
  readonly from: RawBuilder<unknown>;
  /** The order of time, in terms of the index the rows are found by. */
  readonly byTime: RawBuilder<unknown>;
};

/** Where in its order a search goes on, and which way that order runs. */
export type SearchPlace = {
  /** Behind this event in the order of time. */
  readonly after?: After | undefined;
  readonly isOldestFirst?: boolean;
  /** Whether rows are taken in the order of time, no further than a page. */
  readonly isByTime?: boolean;
  /** Of the event's row `s`: behind an event in another order. */
  readonly behind?: RawBuilder<unknown> | undefined;
};

/**
 * Compiles a query for one environment; `environmentId` is the expression that names it. A filter on a linking attribute
 * starts from its link rows, everything else from the time index. Link rows lead to their events by key, one by one:
 * `limit` and `offset` keep the planner from turning that around on statistics that lag behind an import.
 */
export const compileSearch = (
  scope: Scope,
  query: SearchQuery,
  environmentId: RawBuilder<unknown>,
  { after, isOldestFirst = false, isByTime = false, behind }: SearchPlace = {},
): CompiledSearch => {
  checkRange(query);
  const filters = joinBounds(query.filters);
  const groups = (query.anyOf ?? []).map(joinBounds);
  const invalid = [...filters, ...groups.flat()].find(hasNothing);
  if (invalid !== undefined) throw fail('SRCH-QUERY-INVALID', { field: nameOf(invalid) });
  const byLink = filters.filter(hasRows);
  const [driving, ...others] = byLink;
  const plain = filters.filter((filter) => !byLink.includes(filter));

  const kindCode = kindCodeOf(query.kind);
  const tableOf = (filter: SearchFilter): Condition => {
    if (isOwnFilter(filter)) return sql`event_attribute`;
    return isInRows(filter) ? sql`event_value` : sql`event_link`;
  };
  const placeOf = (alias: RawBuilder<unknown>): Condition =>
    sql`${alias}.tenant_id = ${scope.tenantId}::uuid and ${alias}.environment_id = ${environmentId}`;
  const linkTo = (filter: SearchFilter, alias: RawBuilder<unknown>): Condition => {
    const place = placeOf(alias);
    if (isOwnFilter(filter)) return sql`${place} and ${ownRows(filter, kindCode, alias)}`;
    if (isHit(filter.field)) return sql`${place} and ${byHit(filter.field, filter.values.map(textOf), alias)}`;
    if (filter.field === 'degraded') {
      const isReason = oneOf(sql`${alias}.value`, filter.values.map(textOf));
      return sql`${place} and ${alias}.attribute = ${sql.lit(DEGRADED_ATTRIBUTE)} and ${isReason}`;
    }
    const attribute = filter.field as LinkAttribute;
    const values = filter.values.map((value) => normaliseLink(attribute, textOf(value)));
    // A text of nothing that counts begins every value.
    if (values.includes('') && isPrefixAttribute(attribute)) throw fail('SRCH-QUERY-INVALID', { field: attribute });
    const value = sql`${alias}.value`;
    return sql`${place} and ${alias}.attribute = ${sql.lit(LINK_ATTRIBUTES[attribute])}
      and ${isPrefixAttribute(attribute) ? beginsWith(value, values) : oneOf(value, values)}`;
  };
  const within = (row: RawBuilder<unknown>): Condition => {
    const range = sql`${row}.event_time >= ${query.from} and ${row}.event_time < ${query.to}`;
    if (after === undefined) return range;
    const beyond = sql.raw(isOldestFirst ? '>' : '<');
    return sql`${range} and (${row}.event_time, ${row}.position) ${beyond} (${after.eventTime}::timestamptz, ${after.position}::bigint)`;
  };
  const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);
  const isLinked = (filter: SearchFilter): Condition => sql`exists (select from ${tableOf(filter)} x
      where ${linkTo(filter, sql`x`)} and x.event_time = s.event_time and x.position = s.position offset 0)`;
  const holds = (group: readonly SearchFilter[]): Condition =>
    sql`(${all(group.map((filter) => (hasRows(filter) ? isLinked(filter) : compare(filter))))})`;
  const conditions = [
    sql`s.kind = ${sql.lit(kindCode)}`,
    ...(behind === undefined ? [] : [behind]),
    ...plain.map(compare),
    ...others.map(isLinked),
    ...(groups.length === 0 ? [] : [sql`(${sql.join(groups.map(holds), sql` or `)})`]),
  ];
  const ofEnvironment = sql`s.tenant_id = ${scope.tenantId}::uuid and s.environment_id = ${environmentId}`;
  /** What rows of a filter are found by, each in the order of time where it is one value. */
  const waysTo = (filter: SearchFilter): readonly Condition[] => {
    if (filter.stored !== undefined)
      return filter.stored.map((each) => sql`${placeOf(sql`l`)} and ${isStored(each, sql`l`)}`);
    const isEach = filter.operator === 'is' && !isHit(filter.field) && filter.values.length <= MOST_WAYS;
    const parts = isEach ? filter.values.map((value) => ({ ...filter, values: [value] })) : [filter];
    return parts.map((part) => linkTo(part, sql`l`));
  };
  /** Each way in its order, so that they can be merged. */
  const inOrder = !isByTime
    ? sql``
    : isOldestFirst
      ? sql`order by l.event_time, l.position`
      : sql`order by l.event_time desc, l.position desc`;
  const rowsOf = (filter: SearchFilter): readonly Condition[] =>
    waysTo(filter).map(
      (way) =>
        sql`(select l.event_time, l.position from ${tableOf(filter)} l where ${way} and ${within(sql`l`)} ${inOrder})`,
    );
  // Groups that each start from rows start from the rows of all of them, each event once.
  const starts = driving === undefined ? groups.flatMap((group) => group.find(hasRows) ?? []) : [driving];
  if (starts.length === 0 || (driving === undefined && starts.length < groups.length)) {
    return {
      from: sql`from event_search s where ${all([ofEnvironment, within(sql`s`), ...conditions])}`,
      byTime: isOldestFirst ? sql`s.event_time, s.position` : sql`s.event_time desc, s.position desc`,
    };
  }
  const ways = starts.flatMap(rowsOf);
  const isOne = driving !== undefined && ways.length === 1 && isOneValue(driving);
  const byTime = isOldestFirst ? sql`l.event_time, l.position` : sql`l.event_time desc, l.position desc`;
  // An event may hold several of the values asked for; it is one row all the same. In the order of time the ways are merged, no
  // further than the page.
  return {
    from: sql`from (
        select ${isOne ? sql`` : sql`distinct`} l.event_time, l.position from (${sql.join(ways, sql` union all `)}) l
        ${isOne ? sql`` : inOrder}
      ) l cross join lateral (
        select * from event_search s where ${ofEnvironment} and s.event_time = l.event_time and s.position = l.position limit 1
      ) s where ${all([sql`true`, ...conditions])}`,
    byTime,
  };
};
