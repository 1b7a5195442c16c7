import { fail, type Decision, type OwnValues } from '@redoubt/domain';
import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql, type Selectable } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindOfCode, type PurchaseFacts } from '../log/log-event.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import type { Schema } from '../schema/schema.ts';
import { chooseRange } from './choose-range.ts';
import { compileSearch, type After, type Scope, type SearchQuery } from './search-query.ts';

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
  readonly cursor: string | null;
  /** 1–500. */
  readonly limit: number;
};

/** A row as the database gives it. */
export type FoundRow = Omit<
  Selectable<Schema['event_search']>,
  'tenant_id' | 'historical' | 'payment_instrument_id' | 'own'
> & {
  readonly decision: Decision;
  readonly own: OwnValues | null;
};

/** Continues a search after an event. */
export const encodeCursor = ({ eventTimeMs, position }: { eventTimeMs: number; position: number }): string =>
  Buffer.from(`${eventTimeMs}.${position}`).toString('base64url');

const decodeCursor = (cursor: string): After => {
  const [, ms, position] = /^(-?\d{1,15})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (ms === undefined || position === undefined) throw fail('SRCH-QUERY-INVALID', { field: 'cursor' });
  return { eventTime: new Date(Number(ms)), position: Number(position) };
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
  const after = query.cursor === null ? undefined : decodeCursor(query.cursor);
  const { from, newestFirst } = compileSearch(scope, query, sql`e.id`, after);
  const limit = sql`limit ${query.limit + 1}`;
  return sql<FoundRow>`select s.* from unnest(${scope.environmentIds}::uuid[]) as e(id)
    cross join lateral (select s.* ${from} order by ${newestFirst} ${limit}) s
    order by s.event_time desc, s.position desc ${limit}`;
};

/**
 * Events of a time range that match every filter, newest first by event time, paged by key. Each environment is read
 * from its own index and no further than the page, then merged.
 *
 * Fails with SRCH-RANGE-TOO-LONG beyond 13 months, SRCH-QUERY-INVALID with the field, SRCH-TIMEOUT.
 */
export const searchEvents = async (database: Database, scope: Scope, query: SearchPageQuery): Promise<SearchPage> => {
  const { rows } = await database.readTenant(scope.tenantId, async (trx: TenantTransaction) =>
    searchStatement(scope, await chooseRange(trx, scope, query)).execute(trx),
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page.map(toSearchRow),
    nextCursor: rows.length > query.limit && last !== undefined ? encodeCursor(foundRow(last)) : null,
  };
};

/** The same page, each row with where its event stands. */
export const readSearchPlaces = async (trx: TenantTransaction, scope: Scope, query: SearchPageQuery) => {
  const { rows } = await searchStatement(scope, query).execute(trx);
  return rows.slice(0, query.limit).map(foundRow);
};
