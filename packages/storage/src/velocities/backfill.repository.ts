import type { BackfillStatus } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { queueJob, statusOfJob } from '../jobs/job.repository.ts';
import { LAST_POSITION } from '../log/merged-segments.ts';

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

const KIND = 'velocityBackfill';

export type NewBackfill = Pick<
  StoredBackfill,
  'id' | 'environmentId' | 'setId' | 'setVersion' | 'velocityIds' | 'startedBy' | 'startedAt'
> & {
  readonly setName: string;
  /** The person who is notified of its end. */
  readonly startedById?: string | null;
};

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
      read_position: 0,
      events_counted: 0,
      missing_lists: [],
    })
    .execute();
  await queueJob(trx, {
    tenantId,
    kind: KIND,
    subjectId: backfill.id,
    environmentId: backfill.environmentId,
    name: backfill.setName,
    askedBy: backfill.startedBy,
    askedById: backfill.startedById ?? null,
    askedAt: backfill.startedAt,
  });
};

const selectBackfills = (trx: TenantTransaction) =>
  trx
    .selectFrom('velocity_backfill as b')
    .innerJoin('job', (join) => join.onRef('job.subject_id', '=', 'b.backfill_id').on('job.kind', '=', KIND))
    .select([
      'b.backfill_id as id',
      'b.tenant_id as tenantId',
      'b.environment_id as environmentId',
      'b.set_id as setId',
      'b.set_version as setVersion',
      'b.velocity_ids as velocityIds',
      'b.read_position as readPosition',
      'b.events_counted as eventsCounted',
      'b.missing_lists as missingLists',
      statusOfJob,
      'job.total as eventsTotal',
      'job.done as eventsDone',
      'job.per_second as eventsPerSecond',
      'job.problem',
      'job.asked_by as startedBy',
      'job.asked_at as startedAt',
      'job.finished_at as finishedAt',
    ]);

export const findBackfill = async (trx: TenantTransaction, id: string): Promise<StoredBackfill | undefined> =>
  selectBackfills(trx).where('b.backfill_id', '=', id).executeTakeFirst();

/** Backfills of sets, newest first: of one, or of all of an environment or of the tenant. */
export const listBackfills = async (
  trx: TenantTransaction,
  of: { readonly setId?: string; readonly environmentId?: string } = {},
): Promise<readonly StoredBackfill[]> => {
  let query = selectBackfills(trx).orderBy('job.asked_at', 'desc');
  if (of.setId !== undefined) query = query.where('b.set_id', '=', of.setId);
  if (of.environmentId !== undefined) query = query.where('b.environment_id', '=', of.environmentId);
  return query.execute();
};

/** How much a backfill of some environments has to look at after a position, as the log stands now. */
export const measureBackfill = async (
  trx: TenantTransaction,
  environmentIds: readonly string[],
  after: number,
): Promise<number> => {
  const row = await trx
    .selectFrom('segment as s')
    .select(({ fn }) => fn.sum<number | null>('event_count').as('events'))
    .where('environment_id', 'in', environmentIds)
    .where(sql<boolean>`${sql.raw(LAST_POSITION)} > ${after}`)
    .where('committed_at', '>=', sql<Date>`now() - make_interval(days => ${BACKFILL_DAYS})`)
    .executeTakeFirst();
  return row?.events ?? 0;
};

/** Older events cannot reach into a window any more: 98 days are kept, and an event is stored within a day of its time. */
export const BACKFILL_DAYS = 99;
