import type { LoggedAssessmentKind } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import type { SegmentRow } from '../log/segment-codec.ts';
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

/** Where a history's segments begin: the first position of the one that holds its first event. */
export const firstSegmentOf = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
  { firstPosition }: HistoryExtent,
): Promise<number> => {
  const row = await trx
    .selectFrom('segment')
    .select(({ fn }) => fn.max<number | null>('first_position').as('position'))
    .where('environment_id', 'in', environmentIds)
    .where('first_position', '<=', firstPosition)
    .executeTakeFirst();
  return row?.position ?? firstPosition;
};

/** A segment as a backtest needs it: with its texts where events of it may be decided, else only for what they add. */
export type HistoryRow = Omit<SegmentRow, 'data'> & { readonly data: Buffer | null };

type HistoryPage = {
  /** Segments that begin after this position, at most this many, up to the one that begins at `last`. */
  readonly after: number;
  readonly limit: number;
  readonly last: number;
  /** Only what was committed since. */
  readonly committedSince: Date;
  /** Environments whose events add to velocities that are read. */
  readonly countedIn: readonly string[];
  /** Environments whose events are decided, among those, and the position from which on. */
  readonly decidedIn: readonly string[];
  readonly decidedFrom: number;
};

/** The next segments of a history in order of position. They hold everything of their environment. */
export const readHistoryPage = (trx: TenantTransaction, page: HistoryPage): Promise<readonly HistoryRow[]> =>
  trx
    .selectFrom('segment')
    .select(['tenant_id', 'environment_id', 'first_position', 'codec', 'heads'])
    .select(
      sql<Buffer | null>`case when first_position >= ${page.decidedFrom}
        and environment_id = any(${[...page.decidedIn]}::uuid[]) then data end`.as('data'),
    )
    .where('environment_id', 'in', page.countedIn)
    .where('first_position', '>', page.after)
    .where('first_position', '<=', page.last)
    .where('committed_at', '>=', page.committedSince)
    .orderBy('first_position')
    .limit(page.limit)
    .execute();

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
