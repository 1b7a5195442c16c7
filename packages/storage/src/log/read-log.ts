import type { LoggedKind } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { inPoolTransaction } from '../database/pool-transaction.ts';
import { inOrder, OUTLINE } from './environment-range.ts';
import { kindCodeOf, type StoredEvent, type StoredHead } from './log-event.ts';
import { COMMITTED_WITHIN, LAST_POSITION, mayHold, MOST_SPAN } from './merged-segments.ts';
import {
  eventsWithin,
  headsWithin,
  onlyAt,
  type OutlineRow,
  type PositionRange,
  type SegmentRow,
} from './segment-codec.ts';

/** Runs `work` in a transaction of the ingest role that sees exactly these tenants. */
export const asIngest = <T>(
  pool: pg.Pool,
  tenantIds: readonly Id[],
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  inPoolTransaction(pool, async (client) => {
    await client.query("select set_config('redoubt.tenant_ids', $1, true)", [tenantIds.join(',')]);
    return work(client);
  });

export type EventKey = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: LoggedKind;
  readonly eventId: string;
};

export type StoredAnswer = {
  readonly position: number;
  readonly receivedAtMs: number;
  readonly correlationId: string;
  /** What was handed to the log as `result` when the event was first decided. */
  readonly result: Json;
  /** `bodyHashOf` the first request, to tell a repeated body from a changed one. */
  readonly bodyHash: string;
};

/** The segment that may hold a position: of those of its environment, which do not overlap, the last that begins at or before it. */
export const FIND_SEGMENT = `select s.tenant_id, s.environment_id, s.first_position, s.codec, s.heads, s.data from segment s
   where s.tenant_id = $1 and s.environment_id = $2
     and ${mayHold('$4', '$3')}
   order by s.first_position desc limit 1`;

const readAt = async (
  client: pg.ClientBase,
  tenantId: Id,
  environmentId: Id,
  committedAt: string,
  position: number,
): Promise<StoredEvent | undefined> => {
  const found = await client.query<SegmentRow>(FIND_SEGMENT, [tenantId, environmentId, committedAt, position]);
  const segment = found.rows[0];
  return segment && eventsWithin(segment, onlyAt(position))[0];
};

/** A write-once event as it is stored, found by its id alone; undefined where it never came. */
const readByIdentity = (
  database: Database,
  key: EventKey,
): Promise<{ readonly event: StoredEvent; readonly bodyHash: string } | undefined> =>
  asIngest(database.pools.ingest, [key.tenantId], async (client) => {
    const { rows } = await client.query<{ position: number; hash: string; committed: string }>(
      `select b.first_position + i.ordinal as position, encode(i.body_hash, 'hex') as hash, b.committed_at::text as committed
         from event_identity i join commit_batch b on b.batch_id = i.batch_id
        where i.tenant_id = $1 and i.environment_id = $2 and i.kind = $3 and i.event_id = $4`,
      [key.tenantId, key.environmentId, kindCodeOf(key.kind), key.eventId],
    );
    const place = rows[0];
    if (place === undefined) return undefined;
    const event = await readAt(client, key.tenantId, key.environmentId, place.committed, place.position);
    return event && { event, bodyHash: place.hash };
  });

/** The answer a write-once event got when it came first; undefined where it never came. */
export const readStoredAnswer = async (database: Database, key: EventKey): Promise<StoredAnswer | undefined> => {
  const stored = await readByIdentity(database, key);
  if (stored === undefined) return undefined;
  const { event, bodyHash } = stored;
  const { position, receivedAtMs, correlationId, resultText } = event;
  return { position, receivedAtMs, correlationId, result: JSON.parse(resultText) as Json, bodyHash };
};

/**
 * The request of a write-once event as it came, right after its commit; undefined where it never came, or came at or
 * after a position.
 */
export const readStoredRequest = async (
  database: Database,
  key: EventKey,
  before = Number.POSITIVE_INFINITY,
): Promise<Json | undefined> => {
  const stored = await readByIdentity(database, key);
  return stored && stored.event.position < before ? (JSON.parse(stored.event.requestText) as Json) : undefined;
};

/** Newest position of the whole log; everything up to it is readable. */
export const readStreamPosition = async (pool: pg.Pool): Promise<number> =>
  (await pool.query<{ position: number }>('select position from stream where stream_id = 1')).rows[0]?.position ?? 0;

export const readLastPosition = (database: Database): Promise<number> => readStreamPosition(database.pools.ingest);

export type LogRange = {
  readonly tenantIds: readonly Id[];
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly committedFrom: string;
  readonly committedTo: string;
};

/** The batches that follow a position, up to about `maxEvents` events; undefined at the end of the log. */
export const nextRange = async (
  client: pg.ClientBase | pg.Pool,
  after: number,
  maxEvents: number,
): Promise<LogRange | undefined> => {
  const { rows } = await client.query<{ first: number; count: number; tenants: Id[]; committed: string }>(
    `select first_position as first, event_count as count, tenant_ids as tenants, committed_at::text as committed
       from commit_batch where first_position > $1 order by first_position limit $2`,
    [after, maxEvents],
  );
  let last: (typeof rows)[number] | undefined;
  const tenants = new Set<Id>();
  const times: string[] = [];
  for (const row of rows) {
    if (last !== undefined && row.first + row.count - after > maxEvents + 1) break;
    last = row;
    times.push(row.committed);
    for (const tenant of row.tenants) tenants.add(tenant);
  }
  if (last === undefined) return undefined;
  return {
    tenantIds: [...tenants],
    firstPosition: after + 1,
    lastPosition: last.first + last.count - 1,
    committedFrom: times.reduce((a, b) => (a < b ? a : b)),
    committedTo: times.reduce((a, b) => (a > b ? a : b)),
  };
};

const valuesOf = ({ firstPosition, lastPosition, committedFrom, committedTo }: LogRange) => [
  firstPosition,
  lastPosition,
  committedFrom,
  committedTo,
];

const within = ({ firstPosition, lastPosition }: LogRange): PositionRange => ({
  after: firstPosition - 1,
  until: lastPosition,
});

/** One statement, so that a segment that is merged meanwhile is read before or after it, and not twice or never. */
const inRange = (data: string): string => {
  const columns = `s.tenant_id, s.environment_id, s.first_position, s.codec, s.heads, ${data} as data`;
  const since = `s.committed_at between $3::timestamptz - ${COMMITTED_WITHIN} and $4::timestamptz`;
  return `select ${columns} from segment s where s.first_position between $1::bigint and $2::bigint and ${since}
    union all
    select ${columns} from segment s where s.span is not null and s.first_position < $1::bigint
       and s.first_position > $1::bigint - ${MOST_SPAN} and ${LAST_POSITION} >= $1::bigint and ${since}
     order by first_position`;
};

/** Events of a range in order of position; the transaction must see the range's tenants. */
export const readRange = async (client: pg.ClientBase, range: LogRange): Promise<readonly StoredEvent[]> => {
  const { rows } = await client.query<SegmentRow>(inRange('s.data'), valuesOf(range));
  return inOrder(rows.flatMap((row) => eventsWithin(row, within(range))));
};

/** The same without requests, inputs and results, which need not be fetched and inflated then. */
export const readHeads = async (client: pg.ClientBase, range: LogRange): Promise<readonly StoredHead[]> => {
  const { rows } = await client.query<OutlineRow>({
    name: 'log-heads',
    text: inRange(OUTLINE),
    values: valuesOf(range),
  });
  return inOrder(rows.flatMap((row) => headsWithin(row, within(range))));
};
