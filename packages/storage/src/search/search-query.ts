import { fail } from '@redoubt/domain';
import { toMoneyUnits, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import { LINK_ATTRIBUTES, normaliseLink, type LinkAttribute } from '../projections/links.ts';

/** Where a person may look: environments of one tenant, already authorised. */
export type Scope = { readonly tenantId: Id; readonly environmentIds: readonly Id[] };

/** The table that says what can be searched and how; the wire's `SEARCH_FIELDS` in columns. */
const COLUMNS = {
  eventId: { column: 'event_id', type: 'text' },
  decision: { column: 'decision', type: 'text' },
  reason: { column: 'reason', type: 'text' },
  rule: { column: 'rule', type: 'text' },
  clause: { column: 'clause', type: 'text' },
  amount: { column: 'amount_units', type: 'money' },
  currency: { column: 'currency', type: 'text' },
  userId: { column: 'user_id', type: 'text' },
  email: { column: 'email', type: 'text' },
  ipAddress: { column: 'ip_address', type: 'text' },
  country: { column: 'country', type: 'text' },
  deviceId: { column: 'device_id', type: 'text' },
  paymentInstrumentId: { column: 'payment_instrument_id', type: 'text' },
  riskScore: { column: 'risk_score', type: 'integer' },
  fraudLabel: { column: 'fraud_label', type: 'text' },
  status: { column: 'status', type: 'text' },
} as const;

export type SearchField = keyof typeof COLUMNS;

export type SearchFilter = {
  readonly field: SearchField;
  readonly operator: 'is' | 'isNot' | 'atLeast' | 'atMost' | 'isEmpty' | 'isNotEmpty';
  /** Several mean any of them. */
  readonly values: readonly string[];
};

export type SearchQuery = {
  /** Event time, inclusive. */
  readonly from: Date;
  /** Event time, exclusive. */
  readonly to: Date;
  readonly filters: readonly SearchFilter[];
};

const MAX_RANGE_MONTHS = 13;

/** Refuses what cannot be answered from indexes in reasonable time. */
const checkRange = ({ from, to }: SearchQuery): void => {
  if (!(from.getTime() < to.getTime())) throw fail('SRCH-QUERY-INVALID', { field: 'to' });
  const longest = new Date(from);
  longest.setUTCMonth(longest.getUTCMonth() + MAX_RANGE_MONTHS);
  // A day more, so that a range meant in the reader's time zone is not refused for its hours.
  longest.setUTCDate(longest.getUTCDate() + 1);
  if (to > longest) throw fail('SRCH-RANGE-TOO-LONG', { months: MAX_RANGE_MONTHS });
};

type Condition = RawBuilder<unknown>;

const isLink = (field: SearchField): field is LinkAttribute => Object.hasOwn(LINK_ATTRIBUTES, field);

const numberOf = (field: SearchField, text: string): number => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw fail('SRCH-QUERY-INVALID', { field });
  const stored = COLUMNS[field].type === 'money' ? toMoneyUnits(value) : value;
  if (Math.abs(stored) > Number.MAX_SAFE_INTEGER) throw fail('SRCH-QUERY-INVALID', { field });
  return stored;
};

const compare = (filter: SearchFilter): Condition => {
  const { field, operator, values } = filter;
  const { column, type } = COLUMNS[field];
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
  const wanted = values.map((value) => value.replaceAll('\0', '').toWellFormed());
  if (operator === 'is') return sql`${of} = any(${wanted}::text[])`;
  if (field !== 'email') return sql`(${of} is null or ${of} <> all(${wanted}::text[]))`;
  const addresses = wanted.map((value) => normaliseLink('email', value));
  return sql`(${of} is null or lower(btrim(${of})) <> all(${addresses}::text[]))`;
};

const hasNothing = (filter: SearchFilter): boolean => filter.operator === 'is' && filter.values.length === 0;

export type After = { readonly eventTime: Date; readonly position: number };

/**
 * Compiles a query into one `select` over `event_search`, to be used per environment: `environmentId` is the expression
 * of the environment. A filter on a linking attribute starts from its link rows, everything else from the time index.
 */
export const compileSearch = (
  scope: Scope,
  query: SearchQuery,
  environmentId: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  after?: After,
): RawBuilder<unknown> => {
  checkRange(query);
  const invalid = query.filters.find(hasNothing);
  if (invalid !== undefined) throw fail('SRCH-QUERY-INVALID', { field: invalid.field });
  const driving = query.filters.find((filter) => filter.operator === 'is' && isLink(filter.field));
  const links = query.filters.filter(
    (filter) => filter !== driving && filter.operator === 'is' && isLink(filter.field),
  );
  const plain = query.filters.filter((filter) => filter !== driving && !links.includes(filter));

  const linkTo = (filter: SearchFilter, alias: string): Condition => {
    const attribute = filter.field as LinkAttribute;
    const values = filter.values.map((value) => normaliseLink(attribute, value.replaceAll('\0', '').toWellFormed()));
    const l = sql.raw(alias);
    return sql`${l}.tenant_id = ${scope.tenantId}::uuid and ${l}.environment_id = ${environmentId}
      and ${l}.attribute = ${sql.lit(LINK_ATTRIBUTES[attribute])} and ${l}.value = any(${values}::text[])`;
  };
  const within = (alias: string): Condition => {
    const row = sql.raw(alias);
    const range = sql`${row}.event_time >= ${query.from} and ${row}.event_time < ${query.to}`;
    if (after === undefined) return range;
    return sql`${range} and (${row}.event_time, ${row}.position) < (${after.eventTime}::timestamptz, ${after.position}::bigint)`;
  };
  const conditions: Condition[] = [
    sql`s.tenant_id = ${scope.tenantId}::uuid`,
    sql`s.environment_id = ${environmentId}`,
    within('s'),
    ...plain.map(compare),
    ...links.map(
      (filter, index) => sql`exists (select from event_link ${sql.raw(`x${index}`)} where ${linkTo(filter, `x${index}`)}
        and ${sql.raw(`x${index}`)}.event_time = s.event_time and ${sql.raw(`x${index}`)}.position = s.position)`,
    ),
  ];
  const where = sql.join(conditions, sql` and `);
  if (driving === undefined) return sql`select ${columns} from event_search s where ${where}`;
  // An event may hold several of the values asked for; it is one row all the same.
  const distinct = driving.values.length > 1 ? sql`distinct` : sql``;
  return sql`select ${columns} from (
      select ${distinct} l.event_time, l.position from event_link l where ${linkTo(driving, 'l')} and ${within('l')}
    ) l join event_search s on s.tenant_id = ${scope.tenantId}::uuid and s.environment_id = ${environmentId}
      and s.event_time = l.event_time and s.position = l.position where ${where}`;
};
