import type { LoggedAssessmentKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { LAST_POSITION } from '../log/merged-segments.ts';
import { pieceAfter, readSegmentsIn, runIn } from '../log/environment-range.ts';
import type { OutlineRow, PositionRange } from '../log/segment-codec.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import type { BackfillSegmentRow } from '../velocities/backfill-codec.ts';

/** Stored assessments of one kind, of some environments, whose event time lies in a period: `from` included, `to` not. */
export type History = {
  readonly kind: LoggedAssessmentKind;
  readonly environmentIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
};

export type HistoryExtent = { readonly events: number; readonly firstPosition: number; readonly lastPosition: number };

const inHistory = (trx: TenantTransaction, { kind, environmentIds, from, to }: History) =>
  trx
    .selectFrom('event_search')
    .where('environment_id', 'in', environmentIds)
    .where('kind', '=', kindCodeOf(kind))
    .where('event_time', '>=', from)
    .where('event_time', '<', to);

/** How many events a history has, and between which positions of the log they stand; undefined where there is none. */
export const measureHistory = async (trx: TenantTransaction, history: History): Promise<HistoryExtent | undefined> => {
  const row = await inHistory(trx, history)
    .select(({ fn }) => [
      fn.countAll<number>().as('events'),
      fn.min<number | null>('position').as('firstPosition'),
      fn.max<number | null>('position').as('lastPosition'),
    ])
    .executeTakeFirstOrThrow();
  const { events, firstPosition, lastPosition } = row;
  return firstPosition === null || lastPosition === null ? undefined : { events, firstPosition, lastPosition };
};

/** Labels of a history's events as they stand now, by position; those without one are left out. */
export const readHistoryLabels = async (
  trx: TenantTransaction,
  history: History,
): Promise<ReadonlyMap<number, FraudLabel>> => {
  const rows = await inHistory(trx, history)
    .select(['position', 'fraud_label as label'])
    .where('fraud_label', '<>', 'None')
    .execute();
  return new Map(rows.map(({ position, label }) => [position, label]));
};

/** A segment as a backtest needs it: with its texts where events of it may be decided, else only for what they add. */
export type HistoryRow = OutlineRow;

type HistoryPage = PositionRange & {
  /** Segments at most, about. */
  readonly limit: number;
  readonly tenantId: Id;
  /** Only what was committed since. */
  readonly committedSince: Date;
  /** Environments whose events add to velocities that are read. */
  readonly countedIn: readonly string[];
  /** Environments whose events are decided, among those, and the position from which on. */
  readonly decidedIn: readonly string[];
  readonly decidedFrom: number;
};

/** A piece of a history: its events are those of the rows that stand in the range. */
export type HistoryPiece = PositionRange & { readonly rows: readonly HistoryRow[]; readonly isEnd: boolean };

/** Events of one page, about: of those with texts and of those without. */
const EVENTS = { decided: 1000, counted: 8000 };

/** The next piece of a history, with everything of its environments. */
export const readHistoryPage = async (trx: TenantTransaction, page: HistoryPage): Promise<HistoryPiece> => {
  const { tenantId, committedSince, countedIn, decidedIn, decidedFrom, after, until, limit } = page;
  const run = runIn(trx);
  const scope = { tenantId, environmentIds: countedIn, committedSince };
  const events = until < decidedFrom ? EVENTS.counted : EVENTS.decided;
  const piece = await pieceAfter(run, scope, { after, until }, { segments: limit, events });
  if (piece === undefined) return { after, until, rows: [], isEnd: true };
  const rows = await readSegmentsIn<HistoryRow>(
    run,
    scope,
    piece,
    `case when ${LAST_POSITION} >= $6::bigint and s.environment_id = any($7::uuid[]) then s.data end`,
    [decidedFrom, decidedIn],
  );
  return { ...piece, rows };
};

/** What backfills found older events to add: the next segments, in the order they were written. */
export const readBackfilledHistory = (
  trx: TenantTransaction,
  wanted: {
    readonly environmentIds: readonly string[];
    readonly since: Date;
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly BackfillSegmentRow[]> =>
  trx
    .selectFrom('velocity_backfill_segment')
    .select(['first_position', 'codec', 'data'])
    .where('environment_id', 'in', wanted.environmentIds)
    .where('to_time', '>=', wanted.since)
    .where('first_position', '>', wanted.after)
    .orderBy('first_position')
    .limit(wanted.limit)
    .execute();
