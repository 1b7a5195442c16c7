import type { LoggedKind } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '../database/database.ts';
import { inOrder, pieceBefore, readSegmentsIn, runIn } from '../log/environment-range.ts';
import { CONTRIBUTION_NUMBERS, isErased } from '../log/log-event.ts';
import { headsWithin, type OutlineRow } from '../log/segment-codec.ts';
import { decodeBackfillEntries } from './backfill-codec.ts';

/** One contribution as it is stored with its event: code of the aggregate and the hash of velocity and key. */
export type ContributionKey = { readonly aggregate: number; readonly lo: number; readonly hi: number };

/** An event that a velocity counted under a key, and what it added. */
export type Contributor = {
  readonly environmentId: Id;
  readonly kind: LoggedKind;
  readonly eventId: string;
  readonly eventTimeMs: number;
  /** As it is stored: 0 for a count, whole money units for an amount, a hash for a value to tell apart. */
  readonly value: number;
};

export type Contributors = {
  /** Newest first. */
  readonly events: readonly Contributor[];
  /** False where older ones were not looked for: enough were found, or too much had to be read. */
  readonly isComplete: boolean;
};

const PIECE = { segments: 500, events: 8000 };
/** Pieces read for one answer; a busy environment writes a segment for each group of events. */
const MAX_PIECES = 20;

const valueOf = (contributions: readonly number[], key: ContributionKey): number | undefined => {
  for (let at = 0; at < contributions.length; at += CONTRIBUTION_NUMBERS) {
    const [aggregate, lo, hi, value] = contributions.slice(at, at + CONTRIBUTION_NUMBERS);
    if (aggregate === key.aggregate && lo === key.lo && hi === key.hi) return value;
  }
  return undefined;
};

type Scope = { readonly tenantId: Id; readonly environmentIds: readonly Id[] };
type Wanted = ContributionKey & { readonly fromMs: number; readonly toMs: number; readonly limit: number };

/** What backfills wrote is read newest first, a few at a time; so many hold some hundred thousand entries. */
const MAX_BACKFILL_SEGMENTS = 400;

/** What backfills counted of older events, by the position of the event. */
const backfilled = async (
  trx: TenantTransaction,
  { environmentIds }: Scope,
  wanted: Wanted,
): Promise<{ readonly values: ReadonlyMap<number, number>; readonly isComplete: boolean }> => {
  const values = new Map<number, number>();
  const segments = await trx
    .selectFrom('velocity_backfill_segment')
    .select(['first_position', 'codec', 'data'])
    .where('environment_id', 'in', environmentIds)
    .where('to_time', '>=', new Date(wanted.fromMs))
    .where('from_time', '<=', new Date(wanted.toMs))
    .orderBy('to_time', 'desc')
    .limit(MAX_BACKFILL_SEGMENTS)
    .execute();
  for (const segment of segments) {
    for (const { originPosition, contributions } of decodeBackfillEntries(segment)) {
      const value = valueOf(contributions, wanted);
      if (value !== undefined) values.set(originPosition, value);
    }
    if (values.size > wanted.limit) return { values, isComplete: false };
  }
  return { values, isComplete: segments.length < MAX_BACKFILL_SEGMENTS };
};

/**
 * The newest events that a velocity counted under a key in a time, from the log. Events are stored within a day of their
 * time or later, so older segments need not be read.
 */
export const findContributors = (database: Database, scope: Scope, wanted: Wanted): Promise<Contributors> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const events: Contributor[] = [];
    const old = await backfilled(trx, scope, wanted);
    const run = runIn(trx);
    const stored = { ...scope, committedSince: new Date(wanted.fromMs - DAY_MS) };
    let before = Number.MAX_SAFE_INTEGER;
    for (let read = 0; read < MAX_PIECES; read += 1) {
      const piece = await pieceBefore(run, stored, before, PIECE);
      const segments = await readSegmentsIn<OutlineRow>(run, stored, piece, 'null::bytea');
      // Segments without heads of their own are older than velocities.
      const heads = segments.flatMap((row) => (row.heads === null ? [] : headsWithin(row, piece)));
      for (const head of inOrder(heads).toReversed()) {
        const { environmentId, kind, eventId, eventTimeMs, contributions = [] } = head;
        if (eventTimeMs < wanted.fromMs || eventTimeMs > wanted.toMs || isErased(head)) continue;
        const value = valueOf(contributions, wanted) ?? old.values.get(head.position);
        if (value === undefined) continue;
        if (events.length === wanted.limit) return { events, isComplete: false };
        events.push({ environmentId, kind, eventId, eventTimeMs, value });
      }
      if (piece.isEnd) return { events, isComplete: old.isComplete };
      before = piece.after + 1;
    }
    return { events, isComplete: false };
  });
