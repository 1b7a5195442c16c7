import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { HistoryRow } from '../backtests/history.read-model.ts';
import type { TenantTransaction } from '../database/database.ts';
import { pieceBefore, readSegmentsIn, runIn, type EnvironmentScope, type Piece } from '../log/environment-range.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { foundRow, type FoundRow, type SearchRow } from './search-events.read-model.ts';
import { compileSearch, type Scope, type SearchQuery } from './search-query.ts';

/** Where an event stands: in its environment, in time and in the log. */
export type EventPlace = { readonly environmentId: Id; readonly eventTimeMs: number; readonly position: number };

/** A segment of the log with everything its events hold. */
export type StoredSegment = HistoryRow & { readonly event_count: number; readonly span: number | null };

/** How many events the segments of some environments hold that were committed since a time, of every kind. */
export const countLoggedEvents = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  committedSince: Date,
): Promise<number> => {
  const row = await trx
    .selectFrom('segment')
    .select(({ fn }) => fn.sum<number | null>('event_count').as('events'))
    .where('environment_id', 'in', environmentIds)
    .where('committed_at', '>=', committedSince)
    .executeTakeFirstOrThrow();
  return row.events ?? 0;
};

/** Position of the last event whose time lies in the range of a query; null where there is none. */
export const lastStoredPosition = async (
  trx: TenantTransaction,
  { environmentIds }: Scope,
  { kind, from, to }: Pick<SearchQuery, 'kind' | 'from' | 'to'>,
): Promise<number | null> => {
  const row = await trx
    .selectFrom('event_search')
    .select(({ fn }) => fn.max<number | null>('position').as('position'))
    .where('environment_id', 'in', environmentIds)
    .where('kind', '=', kindCodeOf(kind))
    .where('event_time', '>=', from)
    .where('event_time', '<', to)
    .executeTakeFirstOrThrow();
  return row.position;
};

/** Events before a position, the newest ones: those of the segments that stand in the range. */
export type StoredPiece = Piece & { readonly segments: readonly StoredSegment[] };

/** Events of one piece, about. */
const PIECE_EVENTS = 500;

/** The events before a position, as far back as some segments reach. */
export const readPieceBefore = async (
  trx: TenantTransaction,
  scope: EnvironmentScope,
  before: number,
  segments: number,
): Promise<StoredPiece> => {
  const run = runIn(trx);
  const piece = await pieceBefore(run, scope, before, { segments, events: PIECE_EVENTS });
  return { ...piece, segments: await readSegmentsIn<StoredSegment>(run, scope, piece) };
};

/** The segments that hold some events, each once. */
export const readSegmentsOf = async (
  trx: TenantTransaction,
  places: readonly EventPlace[],
): Promise<readonly StoredSegment[]> => {
  const environmentIds = places.map(({ environmentId }) => environmentId);
  const positions = places.map(({ position }) => position);
  const { rows } = await sql<StoredSegment>`
    select g.tenant_id, g.environment_id, g.first_position, g.event_count, g.span, g.codec, g.heads, g.data
      from (select distinct p.environment_id, f.first_position
              from unnest(${environmentIds}::uuid[], ${positions}::bigint[]) as p(environment_id, position)
              cross join lateral (
                select s.first_position from segment s
                 where s.environment_id = p.environment_id and s.first_position <= p.position
                 order by s.first_position desc limit 1
              ) f) p
      join segment g on g.environment_id = p.environment_id and g.first_position = p.first_position`.execute(trx);
  return rows;
};

/** Rows of search of the events at some places that match a query, in no order. */
export const readSearchRowsAt = async (
  trx: TenantTransaction,
  scope: Scope,
  query: SearchQuery,
  places: readonly EventPlace[],
): Promise<readonly (EventPlace & { readonly row: SearchRow })[]> => {
  if (places.length === 0) return [];
  const { from } = compileSearch(scope, query, sql`p.environment_id`);
  const { rows } = await sql<FoundRow>`
    select s.* from unnest(
        ${places.map(({ environmentId }) => environmentId)}::uuid[],
        ${places.map(({ eventTimeMs }) => new Date(eventTimeMs))}::timestamptz[],
        ${places.map(({ position }) => position)}::bigint[]) as p(environment_id, event_time, position)
      cross join lateral (
        select s.* ${from} and s.event_time = p.event_time and s.position = p.position limit 1
      ) s`.execute(trx);
  return rows.map(foundRow);
};
