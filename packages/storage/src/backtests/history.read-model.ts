import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { KIND_CODES } from '../log/log-event.ts';
import type { SegmentRow } from '../log/segment-codec.ts';
import type { FraudLabel } from '../projections/related-merge.ts';

/** Stored purchases of some environments whose event time lies in a period: `from` included, `to` not. */
export type History = {
  readonly environmentIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
};

export type HistoryExtent = { readonly events: number; readonly firstPosition: number; readonly lastPosition: number };

const inHistory = (trx: TenantTransaction, { environmentIds, from, to }: History) =>
  trx
    .selectFrom('event_search')
    .where('environment_id', 'in', environmentIds)
    .where('kind', '=', KIND_CODES.purchase)
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

/** Labels of a history's purchases as they stand now, by position; those without one are left out. */
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

/**
 * Segments that may hold events of a history, in order of position: the next `limit` that begin after one given before
 * (0 to begin with). Segments hold everything of their environment, so the reader picks what it wants.
 */
export const readHistorySegments = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
  extent: HistoryExtent,
  after: number,
  limit: number,
): Promise<readonly SegmentRow[]> => {
  const from =
    after > 0
      ? sql<number>`${after + 1}`
      : sql<number>`coalesce((select max(s.first_position) from segment as s
          where s.environment_id = any(${[...environmentIds]}::uuid[]) and s.first_position <= ${extent.firstPosition}), 0)`;
  return trx
    .selectFrom('segment')
    .select(['tenant_id', 'environment_id', 'first_position', 'codec', 'heads', 'data'])
    .where('environment_id', 'in', environmentIds)
    .where('first_position', '>=', from)
    .where('first_position', '<=', extent.lastPosition)
    .orderBy('first_position')
    .limit(limit)
    .execute();
};
