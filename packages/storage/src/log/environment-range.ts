import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { TenantTransaction } from '../database/database.ts';
import type { StoredEvent } from './log-event.ts';
import { LAST_POSITION, mayBeSince, MOST_SPAN } from './merged-segments.ts';
import { eventsWithin, type PositionRange, type SegmentRow } from './segment-codec.ts';

/**
 * Reads the log of some environments of a tenant piece by piece. A piece is a range of positions, not a set of rows: segments may be
 * merged between two pieces, and even between finding a range and reading it, and the events in it stay the same.
 */
export type EnvironmentScope = {
  readonly tenantId: string;
  readonly environmentIds: readonly string[];
  /** Nothing that was committed earlier need be read. */
  readonly committedSince?: Date;
};

/** Runs a statement where the tenant is seen. */
export type RunStatement = <Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>;

export const runOn =
  (client: pg.ClientBase): RunStatement =>
  async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
    (await client.query<Row>(text, [...values])).rows;

export const runIn =
  (trx: TenantTransaction): RunStatement =>
  async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
    (await trx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

const BEGINNING = new Date(0);
const PLACE = `s.tenant_id = $1 and s.environment_id = any($2::uuid[]) and ${mayBeSince('$3')}`;
const placeOf = ({ tenantId, environmentIds, committedSince = BEGINNING }: EnvironmentScope): readonly unknown[] => [
  tenantId,
  environmentIds,
  committedSince,
];

/** Segments that begin at or before a position and hold later ones: of each environment at most the one that began last. */
const reachingOver = (columns: string, position: string): string => `
  select ${columns} from unnest($2::uuid[]) as e(environment_id) cross join lateral (
    select * from segment s
     where s.tenant_id = $1 and s.environment_id = e.environment_id and ${mayBeSince('$3')}
       and s.first_position <= ${position}::bigint and s.first_position > ${position}::bigint - ${MOST_SPAN}
     order by s.first_position desc limit 1
  ) s where ${LAST_POSITION} > ${position}::bigint`;

/** What one piece may hold; whole segments are counted, and at least one is taken. */
type PieceLimits = { readonly segments: number; readonly events?: number; readonly bytes?: number };

/** A range, and whether nothing follows it. */
export type Piece = PositionRange & { readonly isEnd: boolean };

type Ahead = { readonly first: number; readonly last: number; readonly events: number; readonly bytes: number };

const AHEAD = `s.first_position as first, ${LAST_POSITION} as last, s.event_count as events,
  octet_length(s.data) as bytes`;

/** The next piece behind a position, up to another one; undefined where nothing follows. */
export const pieceAfter = async (
  run: RunStatement,
  scope: EnvironmentScope,
  { after, until }: PositionRange,
  { segments, events: mostEvents = Infinity, bytes: mostBytes = Infinity }: PieceLimits,
): Promise<Piece | undefined> => {
  // A segment may reach over the end.
  if (after >= until) return undefined;
  const rows = await run<Ahead>(
    `${reachingOver(AHEAD, '$4')} union all (
       select ${AHEAD} from segment s where ${PLACE} and s.first_position > $4 and s.first_position <= $5
        order by s.first_position limit ${segments + 1}) order by first`,
    [...placeOf(scope), after, until],
  );
  let [events, bytes, taken] = [0, 0, 0];
  let last = after;
  for (const row of rows) {
    last = Math.max(last, row.last);
    // It begins in an earlier piece, which counted it.
    if (row.first <= after) continue;
    const isFull =
      taken >= segments || (taken > 0 && (events + row.events > mostEvents || bytes + row.bytes > mostBytes));
    if (isFull) return { after, until: row.first - 1, isEnd: false };
    events += row.events;
    bytes += row.bytes;
    taken += 1;
  }
  return rows.length === 0 ? undefined : { after, until: Math.min(last, until), isEnd: true };
};

/** The piece that ends before a position: whole segments from the last one on. */
export const pieceBefore = async (
  run: RunStatement,
  scope: EnvironmentScope,
  before: number,
  { segments, events: mostEvents }: { readonly segments: number; readonly events: number },
): Promise<Piece> => {
  const rows = await run<{ first: number; events: number }>(
    `select s.first_position as first, s.event_count as events from segment s where ${PLACE} and s.first_position < $4
      order by s.first_position desc limit ${segments}`,
    [...placeOf(scope), before],
  );
  let events = 0;
  for (const row of rows) {
    events += row.events;
    if (events >= mostEvents) return { after: row.first - 1, until: before - 1, isEnd: false };
  }
  const isEnd = rows.length < segments;
  return { after: isEnd ? 0 : (rows.at(-1)?.first ?? 1) - 1, until: before - 1, isEnd };
};

type RangeRow = SegmentRow & { readonly event_count: number; readonly span: number | null };

/** What is read of the texts of rows `s`: all; or only where the heads stand in them. */
const WHOLE = 's.data';
export const OUTLINE = 'case when s.heads is null then s.data end';

/**
 * Segments that hold events of a range, in the order in which they begin, read by one statement.
 *
 * @param data `WHOLE`, `OUTLINE` or another expression, with parameters from `$6` on
 */
export const readSegmentsIn = <Row extends pg.QueryResultRow = RangeRow>(
  run: RunStatement,
  scope: EnvironmentScope,
  { after, until }: PositionRange,
  data = WHOLE,
  more: readonly unknown[] = [],
): Promise<readonly Row[]> => {
  const columns = `s.tenant_id, s.environment_id, s.first_position, s.event_count, s.span, s.committed_at::text as committed_at,
    s.codec, s.heads, ${data} as data`;
  return run<Row>(
    `${reachingOver(columns, '$4')} union all
     select ${columns} from segment s where ${PLACE} and s.first_position > $4 and s.first_position <= $5
      order by first_position`,
    [...placeOf(scope), after, until, ...more],
  );
};

/** In order of position: those of several environments may lie between each other. */
export const inOrder = <Item extends { readonly position: number }>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => a.position - b.position);

/** Events of a range, in order of position. */
export const eventsIn = (rows: readonly SegmentRow[], range: PositionRange): readonly StoredEvent[] =>
  inOrder(rows.flatMap((row) => eventsWithin(row, range)));
