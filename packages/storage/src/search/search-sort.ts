import { fail, type Decision } from '@redoubt/domain';
import { sql, type RawBuilder } from 'kysely';
import type { OwnField } from './search-filter.ts';

/** What a result is sorted by, beside the own fields: columns of its rows, and the name of the customer or else the id. */
type SortColumn =
  | 'eventTime'
  | 'receivedAt'
  | 'eventId'
  | 'decision'
  | 'reason'
  | 'rule'
  | 'clause'
  | 'riskScore'
  | 'amount'
  | 'currency'
  | 'customer'
  | 'userId'
  | 'userName'
  | 'email'
  | 'ipAddress'
  | 'country'
  | 'deviceId'
  | 'paymentInstrumentId'
  | 'fraudLabel'
  | 'status';

export type SearchSort = { readonly field: SortColumn | OwnField; readonly isDescending: boolean };

/** How results come unless another order is asked for. */
export const NEWEST_FIRST: SearchSort = { field: 'eventTime', isDescending: true };

/** Events of one search that are sorted at most, as ADR 117 measured it; the text of SRCH-SORT-TOO-MANY says it. */
export const MAX_SORTED_EVENTS = 1_000_000;

/** From the mildest to the hardest. */
const DECISION_ORDER = ['Approve', 'Challenge', 'Review', 'Reject'] as const satisfies readonly Decision[];

/** Texts are compared by so many characters, so that a cursor that holds one stays short. */
const COMPARED_CHARACTERS = 200;

type Expression = RawBuilder<unknown>;
type KeyType = 'text' | 'float8';
type SortKey = { readonly of: Expression; readonly type: KeyType };

const text = (of: Expression): SortKey => ({ of: sql`left(${of}, ${sql.lit(COMPARED_CHARACTERS)})`, type: 'text' });
const number = (of: Expression): SortKey => ({ of: sql`(${of})::float8`, type: 'float8' });
/** Choices come in the order in which people know them, not in that of the alphabet. */
const choice = (of: Expression, choices: readonly string[]): SortKey =>
  number(sql`array_position(array[${sql.join(choices.map((each) => sql.lit(each)))}]::text[], ${of}::text)`);

const KEYS: Readonly<Record<Exclude<SortColumn, 'eventTime'>, SortKey>> = {
  receivedAt: number(sql`extract(epoch from s.received_at)`),
  eventId: text(sql`s.event_id`),
  decision: choice(sql`s.decision`, DECISION_ORDER),
  reason: text(sql`s.reason`),
  rule: text(sql`s.rule`),
  clause: text(sql`s.clause`),
  riskScore: number(sql`s.risk_score`),
  amount: number(sql`s.amount_units`),
  currency: text(sql`s.currency`),
  customer: text(sql`coalesce(s.user_name, s.user_id)`),
  userId: text(sql`s.user_id`),
  userName: text(sql`s.user_name`),
  email: text(sql`s.email`),
  ipAddress: text(sql`s.ip_address`),
  country: text(sql`s.country`),
  deviceId: text(sql`s.device_id`),
  paymentInstrumentId: text(sql`s.payment_instrument_id`),
  // 'None' is the absence of a label.
  fraudLabel: choice(sql`s.fraud_label`, ['Fraud', 'NonFraud']),
  status: text(sql`s.status`),
};

const NUMBERS: ReadonlySet<OwnField['type']> = new Set(['integer', 'double', 'datetime']);

/** An own field by its first value. */
const ownKey = ({ path, type }: OwnField): SortKey => {
  const value = sql`(s.own -> ${path}::text -> 0)`;
  // Values of another type are there while a path is searched by anew as another type.
  return NUMBERS.has(type)
    ? number(sql`case when jsonb_typeof(${value}) = 'number' then (${value} #>> '{}')::float8 end`)
    : text(sql`(${value} #>> '{}')`);
};

/** The key of an order other than that of time; null for time, which an index answers. */
export const sortKeyOf = ({ field }: SearchSort): SortKey | null => {
  if (typeof field !== 'string') return ownKey(field);
  return field === 'eventTime' ? null : KEYS[field];
};

/** Where a page ends: its last event, and the value it was sorted by. */
export type SortPlace = {
  readonly eventTimeMs: number;
  readonly position: number;
  readonly key: string | number | null;
};

/** Rows behind a place: absent values come last in both directions, and the newest first among equal ones. */
export const behind = ({ of, type }: SortKey, { isDescending }: SearchSort, place: SortPlace): Expression => {
  const older = sql`(s.event_time, s.position) < (${new Date(place.eventTimeMs)}::timestamptz, ${place.position}::bigint)`;
  if (place.key === null) return sql`(${of} is null and ${older})`;
  if ((type === 'text') !== (typeof place.key === 'string')) throw fail('SRCH-QUERY-INVALID', { field: 'cursor' });
  const value = sql`${place.key}::${sql.raw(type)}`;
  const further = isDescending ? sql`${of} < ${value}` : sql`${of} > ${value}`;
  return sql`(${further} or (${of} = ${value} and ${older}) or ${of} is null)`;
};

const PLACE = /^(-?\d{1,15})\.(\d{1,16})(?:\.(?:(n)|t([\s\S]*)|d(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)))?$/;

/** Continues a search after an event; `key` is undefined in the order of time. */
export const encodeCursor = (place: Omit<SortPlace, 'key'> & { readonly key?: SortPlace['key'] }): string => {
  const { eventTimeMs, position, key } = place;
  const end = key === undefined ? '' : key === null ? '.n' : typeof key === 'string' ? `.t${key}` : `.d${key}`;
  return Buffer.from(`${eventTimeMs}.${position}${end}`).toString('base64url');
};

/** @throws `SRCH-QUERY-INVALID` for what another order made, or `encodeCursor` did not. */
export const decodeCursor = (cursor: string, isByTime: boolean): SortPlace => {
  const found = PLACE.exec(Buffer.from(cursor, 'base64url').toString());
  const [, ms, position, none, ofText, ofNumber] = found ?? [];
  const isKeyed = none !== undefined || ofText !== undefined || ofNumber !== undefined;
  if (ms === undefined || position === undefined || isKeyed === isByTime || ofText?.includes('\0') === true)
    throw fail('SRCH-QUERY-INVALID', { field: 'cursor' });
  const key = ofText ?? (ofNumber === undefined ? null : Number(ofNumber));
  return { eventTimeMs: Number(ms), position: Number(position), key };
};
