import type { BackfillStatus } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type StoredBackfill = {
  readonly id: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly setId: string;
  readonly setVersion: number;
  readonly velocityIds: readonly string[];
  readonly status: BackfillStatus;
  /** Position of the log up to which events were looked at. */
  readonly readPosition: number;
  readonly eventsTotal: number;
  readonly eventsDone: number;
  readonly eventsCounted: number;
  readonly eventsPerSecond: number;
  readonly missingLists: readonly string[];
  /** Code of the error that ended it. */
  readonly problem: string | null;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
};

const COLUMNS = [
  'backfill_id as id',
  'tenant_id as tenantId',
  'environment_id as environmentId',
  'set_id as setId',
  'set_version as setVersion',
  'velocity_ids as velocityIds',
  'status',
  'read_position as readPosition',
  'events_total as eventsTotal',
  'events_done as eventsDone',
  'events_counted as eventsCounted',
  'events_per_second as eventsPerSecond',
  'missing_lists as missingLists',
  'problem',
  'started_by as startedBy',
  'started_at as startedAt',
  'finished_at as finishedAt',
] as const;

export type NewBackfill = Pick<
  StoredBackfill,
  'id' | 'environmentId' | 'setId' | 'setVersion' | 'velocityIds' | 'startedBy' | 'startedAt'
>;

/** Leaves a backfill for a node to find; it looks at the whole log. */
export const insertBackfill = async (
  trx: TenantTransaction,
  tenantId: string,
  backfill: NewBackfill,
): Promise<void> => {
  await trx
    .insertInto('velocity_backfill')
    .values({
      tenant_id: tenantId,
      backfill_id: backfill.id,
      environment_id: backfill.environmentId,
      set_id: backfill.setId,
      set_version: backfill.setVersion,
      velocity_ids: [...backfill.velocityIds],
      status: 'waiting',
      read_position: 0,
      events_total: 0,
      events_done: 0,
      events_counted: 0,
      events_per_second: 0,
      missing_lists: [],
      problem: null,
      node_id: null,
      seen_at: null,
      started_by: backfill.startedBy,
      started_at: backfill.startedAt,
      finished_at: null,
    })
    .execute();
};

export const findBackfill = async (trx: TenantTransaction, id: string): Promise<StoredBackfill | undefined> =>
  trx.selectFrom('velocity_backfill').select(COLUMNS).where('backfill_id', '=', id).executeTakeFirst();

/** Backfills of sets, newest first: of one, or of all of an environment or of the tenant. */
export const listBackfills = async (
  trx: TenantTransaction,
  of: { readonly setId?: string; readonly environmentId?: string } = {},
): Promise<readonly StoredBackfill[]> => {
  let query = trx.selectFrom('velocity_backfill').select(COLUMNS).orderBy('started_at', 'desc');
  if (of.setId !== undefined) query = query.where('set_id', '=', of.setId);
  if (of.environmentId !== undefined) query = query.where('environment_id', '=', of.environmentId);
  return query.execute();
};

/**
 * Moves backfills from some states to another, and gives the ids of those that moved. They lose their node, so that no
 * other waits for it when they are started again.
 */
export const moveBackfills = async (
  trx: TenantTransaction,
  ids: readonly string[],
  from: readonly BackfillStatus[],
  to: { readonly status: BackfillStatus; readonly finishedAt: Date | null },
): Promise<readonly string[]> => {
  if (ids.length === 0) return [];
  const moved = await trx
    .updateTable('velocity_backfill')
    .set({ status: to.status, finished_at: to.finishedAt, problem: null, node_id: null, seen_at: null })
    .where('backfill_id', 'in', ids)
    .where('status', 'in', from)
    .returning('backfill_id as id')
    .execute();
  return moved.map(({ id }) => id);
};

/** Ends a backfill that runs; false where it does not, because it was cancelled or its set deleted. */
export const finishBackfill = async (
  trx: TenantTransaction,
  id: string,
  end: { readonly status: 'done' | 'failed'; readonly problem: string | null; readonly at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('velocity_backfill')
    .set({ status: end.status, problem: end.problem, finished_at: end.at, node_id: null, seen_at: null })
    .where('backfill_id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** How much a backfill of some environments has to look at after a position, as the log stands now. */
export const measureBackfill = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
  after: number,
): Promise<number> => {
  const row = await trx
    .selectFrom('segment')
    .select(({ fn }) => fn.sum<number | null>('event_count').as('events'))
    .where('environment_id', 'in', environmentIds)
    .where('first_position', '>', after)
    .where('committed_at', '>=', sql<Date>`now() - make_interval(days => ${BACKFILL_DAYS})`)
    .executeTakeFirst();
  return row?.events ?? 0;
};

/** Older events cannot reach into a window any more: 98 days are kept, and an event is stored within a day of its time. */
export const BACKFILL_DAYS = 99;

/** Says how much there is to do. */
export const updateBackfillTotal = async (trx: TenantTransaction, id: string, eventsTotal: number): Promise<void> => {
  await trx.updateTable('velocity_backfill').set({ events_total: eventsTotal }).where('backfill_id', '=', id).execute();
};
