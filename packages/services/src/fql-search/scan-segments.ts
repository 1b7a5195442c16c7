import { fail } from '@redoubt/domain';
import {
  countLoggedEvents,
  lastStoredPosition,
  readSearchRowsAt,
  readPieceBefore,
  type EventPlace,
  type SearchQuery,
  type StoredPiece,
} from '@redoubt/storage';
import { reading } from '../unit-of-work.ts';
import { rest, ScanTally, type ScanPlace, type Scanned } from './scan-budget.ts';

/** Segments of one step: of the first few, so that something is found soon, and later. */
const FIRST_STEP = 4;
const STEP = 16;
/** A range that ends before now is looked for from its last event on; one that ends now from the end of the log. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Where a scan stands: events before a position are next; so many of so many were looked at. */
type Place = { readonly before: number; readonly seen: number; readonly total: number };

const PLACE = /^s(\d{1,16})\.(\d{1,12})\.(\d{1,12})$/;

const readPlace = (cursor: string): Place => {
  const [, before, seen, total] = PLACE.exec(cursor) ?? [];
  if (before === undefined) throw fail('SRCH-QUERY-INVALID', { field: 'cursor' });
  return { before: Number(before), seen: Number(seen), total: Number(total) };
};

const begin = ({ context, scope }: ScanPlace, query: SearchQuery, committedSince: Date): Promise<Place> =>
  reading(context, async (trx) => {
    const total = await countLoggedEvents(trx, scope.environmentIds, committedSince);
    if (query.to.getTime() >= context.clock.now()) return { before: NEWEST, seen: 0, total };
    const last = await lastStoredPosition(trx, scope, query);
    return { before: last === null ? 0 : last + 1, seen: 0, total };
  });

/** Events of a piece that stand at or after a position; of a segment with gaps that is begun, as many as its share of positions. */
const countFrom = ({ segments, after, until }: StoredPiece, from: number): number =>
  segments.reduce((count, { first_position: first, event_count: events, span }) => {
    const positions = span ?? events;
    const [low, high] = [Math.max(first, from, after + 1), Math.min(first + positions, until + 1)];
    return count + Math.round((events * Math.max(0, high - low)) / positions);
  }, 0);

/** Asks the condition of all events in the log, from the newest one on; rows are in that order. */
export const scanSegments = async (scan: ScanPlace, query: SearchQuery, committedSince: Date): Promise<Scanned> => {
  const { context, scope, thread, budget } = scan;
  const tally = new ScanTally();
  const rows: Scanned['rows'][number][] = [];
  let place = scan.cursor === null ? await begin(scan, query, committedSince) : readPlace(scan.cursor);
  const stored = { tenantId: context.tenantId, environmentIds: scope.environmentIds, committedSince };
  const read = (before: number, limit: number): Promise<StoredPiece> =>
    reading(context, (trx) => readPieceBefore(trx, stored, before, limit));
  let next = read(place.before, FIRST_STEP);
  for (;;) {
    const piece = await next;
    const { segments, isEnd: isLast } = piece;
    const end = piece.after + 1;
    if (!isLast) next = read(end, STEP);
    next.catch(() => undefined);
    const startedMs = performance.now();
    const findings = segments.length === 0 ? undefined : await thread.ask(segments, piece);
    if (findings) tally.add(findings);
    const found = (findings?.found ?? []).toSorted((a, b) => b.position - a.position);
    const room = budget.limit - rows.length;
    const kept = await matching(scan, query, found, room);
    rows.push(...kept.rows);
    const reached = kept.stoppedAt ?? end;
    const seen = place.seen + countFrom(piece, reached);
    if (isLast && kept.stoppedAt === null) return { rows, nextCursor: null, share: 1, ...tally.result };
    place = { before: reached, seen, total: Math.max(place.total, seen) };
    if (rows.length >= budget.limit || budget.isSpent(rows.length)) {
      const nextCursor = `s${place.before}.${place.seen}.${place.total}`;
      return { rows, nextCursor, share: place.seen / Math.max(1, place.total), ...tally.result };
    }
    await rest(performance.now() - startedMs);
  }
};

/** Rows of found events that also meet the filters, at most so many, and where the last of them stands if there are more. */
const matching = async (
  { context, scope }: ScanPlace,
  query: SearchQuery,
  found: readonly EventPlace[],
  room: number,
): Promise<{ readonly rows: Scanned['rows']; readonly stoppedAt: number | null }> => {
  const at = await reading(context, (trx) => readSearchRowsAt(trx, scope, query, found));
  const inOrder = at.toSorted((a, b) => b.position - a.position);
  const isCut = inOrder.length > room;
  const kept = inOrder.slice(0, room);
  return { rows: kept.map(({ row }) => row), stoppedAt: isCut ? (kept.at(-1)?.position ?? null) : null };
};
