import { fail, type Decision, type OwnValues } from '@redoubt/domain';
import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql, type Selectable } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindOfCode, type PurchaseFacts } from '../log/log-event.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import type { Schema } from '../schema/schema.ts';
import { chooseRange } from './choose-range.ts';
import { mergeValues, nameStoredValues } from './stored-values.ts';
import { compileSearch, type Scope, type SearchQuery } from './search-query.ts';
import {
  behind,
  decodeCursor,
  encodeCursor,
  MAX_SORTED_EVENTS,
  NEWEST_FIRST,
  sortKeyOf,
  type SearchSort,
} from './search-sort.ts';

type Found = Pick<
  PurchaseFacts,
  | 'decision'
  | 'reason'
  | 'rule'
  | 'clause'
  | 'riskScore'
  | 'amount'
  | 'currency'
  | 'userId'
  | 'userName'
  | 'email'
  | 'ipAddress'
  | 'country'
  | 'deviceId'
>;

export type SearchRow = Found & {
  readonly environmentId: Id;
  readonly eventType: string;
  readonly eventId: string;
  readonly eventTime: Date;
  readonly receivedAt: Date;
  readonly fraudLabel: FraudLabel;
  readonly paymentInstrumentId: string | null;
  readonly status: string | null;
  /** Searchable fields of a defined assessment; null where the event has none. */
  readonly own: OwnValues | null;
};

export type SearchPage = {
  readonly rows: readonly SearchRow[];
  /** Continues after the last row; null at the end. */
  readonly nextCursor: string | null;
};

export type SearchPageQuery = SearchQuery & {
  /** Newest first where it is undefined. */
  readonly sort?: SearchSort | undefined;
  readonly cursor: string | null;
  /** 1–500. */
  readonly limit: number;
};

/** A row as the database gives it. */
export type FoundRow = Omit<Selectable<Schema['event_search']>, 'tenant_id' | 'historical' | 'own'> & {
  readonly decision: Decision;
  readonly own: OwnValues | null;
  /** What it was sorted by, in an order other than that of time. */
  readonly sort_key?: string | number | null;
};

const toSearchRow = (row: FoundRow): SearchRow => ({
  environmentId: row.environment_id,
  eventType: kindOfCode(row.kind),
  eventId: row.event_id,
  eventTime: row.event_time,
  receivedAt: row.received_at,
  decision: row.decision,
  reason: row.reason,
  rule: row.rule,
  clause: row.clause,
  riskScore: row.risk_score,
  amount: row.amount_units === null ? null : fromMoneyUnits(row.amount_units),
  currency: row.currency,
  userId: row.user_id,
  userName: row.user_name,
  email: row.email,
  ipAddress: row.ip_address,
  country: row.country,
  deviceId: row.device_id,
  paymentInstrumentId: row.payment_instrument_id,
  fraudLabel: row.fraud_label,
  status: row.status,
  own: row.own,
});

/** A row of search with where its event stands. */
export const foundRow = (row: FoundRow) => ({
  environmentId: row.environment_id,
  eventTimeMs: row.event_time.getTime(),
  position: row.position,
  row: toSearchRow(row),
});

/** The statement behind `searchEvents`; a test explains it as the runtime role. */
export const searchStatement = (scope: Scope, query: SearchPageQuery) => {
  const { sort = NEWEST_FIRST } = query;
  const key = sortKeyOf(sort);
  const place = query.cursor === null ? undefined : decodeCursor(query.cursor, key === null);
  const limit = sql`limit ${query.limit + 1}`;
  const environments = sql`unnest(${scope.environmentIds}::uuid[]) as e(id)`;
  if (key === null) {
    const after = place && { eventTime: new Date(place.eventTimeMs), position: place.position };
    const { from, byTime } = compileSearch(scope, query, sql`e.id`, {
      after,
      isOldestFirst: !sort.isDescending,
      isByTime: true,
    });
    const direction = sql.raw(sort.isDescending ? 'desc' : 'asc');
    return sql<FoundRow>`select s.* from ${environments}
      cross join lateral (select s.* ${from} order by ${byTime} ${limit}) s
      order by s.event_time ${direction}, s.position ${direction} ${limit}`;
  }
  const { from } = compileSearch(scope, query, sql`e.id`, { behind: place && behind(key, sort, place) });
  const order = sql`sort_key ${sql.raw(sort.isDescending ? 'desc' : 'asc')} nulls last, event_time desc, position desc`;
  return sql<FoundRow>`select s.* from ${environments}
    cross join lateral (select s.*, ${key.of} as sort_key ${from} order by ${order} ${limit}) s
    order by ${order} ${limit}`;
};

/** How many events match, counted no further than they can be sorted and one more. */
export const countSortable = async (trx: TenantTransaction, scope: Scope, query: SearchQuery): Promise<number> => {
  const { from } = compileSearch(scope, query, sql`e.id`);
  const limit = sql`limit ${MAX_SORTED_EVENTS + 1}`;
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (
      select from unnest(${scope.environmentIds}::uuid[]) as e(id) cross join lateral (select ${from} ${limit}) s ${limit}
    ) found`.execute(trx);
  return rows[0]?.found ?? 0;
};

/** An order other than that of time reads all events that match: of too many it is refused, once, with the first page. */
const requireSortable = async (trx: TenantTransaction, scope: Scope, query: SearchPageQuery): Promise<void> => {
  if (query.sort === undefined || sortKeyOf(query.sort) === null || query.cursor !== null) return;
  const found = await countSortable(trx, scope, query);
  if (found > MAX_SORTED_EVENTS) throw fail('SRCH-SORT-TOO-MANY', { most: MAX_SORTED_EVENTS });
};

/**
 * Events of a time range that match every filter, newest first by event time or as `sort` says, paged by key. By time each
 * environment is read from its own index and no further than the page, then merged; any other order reads what matches.
 *
 * Fails with SRCH-RANGE-TOO-LONG beyond 13 months, SRCH-QUERY-INVALID with the field, SRCH-SORT-TOO-MANY, SRCH-TIMEOUT.
 */
export const searchEvents = async (database: Database, scope: Scope, query: SearchPageQuery): Promise<SearchPage> => {
  const { rows } = await database.readTenant(scope.tenantId, async (trx: TenantTransaction) => {
    const ranged = await chooseRange(trx, scope, query);
    const isByTime = query.sort === undefined || sortKeyOf(query.sort) === null;
    const chosen = isByTime ? await nameStoredValues(trx, scope, ranged) : ranged;
    if (isByTime) await mergeValues(trx, chosen);
    await requireSortable(trx, scope, chosen);
    return searchStatement(scope, chosen).execute(trx);
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page.map(toSearchRow),
    nextCursor:
      rows.length > query.limit && last !== undefined
        ? encodeCursor({ ...foundRow(last), ...(last.sort_key === undefined ? {} : { key: last.sort_key }) })
        : null,
  };
};

/** The same page, each row with where its event stands. */
export const readSearchPlaces = async (trx: TenantTransaction, scope: Scope, query: SearchPageQuery) => {
  const { rows } = await searchStatement(scope, query).execute(trx);
  return rows.slice(0, query.limit).map(foundRow);
};
