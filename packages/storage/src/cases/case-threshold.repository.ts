import type { CaseMeasure } from '@redoubt/domain';
import { HOUR_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { queueJobs, queueJobsStatement } from '../jobs/queue-jobs.ts';

/** A figure of the report that is watched. */
export type CaseThreshold = {
  readonly id: Id;
  readonly measure: CaseMeasure;
  /** Null for all queues together. */
  readonly queueId: Id | null;
  /** Days that it looks back; null for measures of the moment. */
  readonly days: number | null;
  readonly most: number;
  /** For so long no one is mailed again about it. */
  readonly silenceMinutes: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** What was measured last; null before, and where there was nothing to measure. */
  readonly value: number | null;
  readonly checkedAt: Date | null;
  /** Since when it has been above; null where it is not. */
  readonly crossedAt: Date | null;
};

/** Thresholds of an environment, oldest first. */
export const listCaseThresholds = (trx: TenantTransaction, environmentId: Id): Promise<readonly CaseThreshold[]> =>
  trx
    .selectFrom('case_threshold')
    .select([
      'threshold_id as id',
      'measure',
      'queue_id as queueId',
      'days',
      'most',
      'silence_minutes as silenceMinutes',
      'created_by as createdBy',
      'created_at as createdAt',
      'value',
      'checked_at as checkedAt',
      'crossed_at as crossedAt',
    ])
    .where('environment_id', '=', environmentId)
    .orderBy('created_at')
    .orderBy('threshold_id')
    .execute();

/** Makes changes of the thresholds of an environment wait for one another, so that their number holds. */
export const lockCaseThresholds = async (trx: TenantTransaction, environmentId: Id): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`case thresholds ${environmentId}`}, 0))`.execute(trx);
};

export const insertCaseThreshold = async (
  trx: TenantTransaction,
  tenantId: Id,
  environmentId: Id,
  { id, measure, queueId, days, most, silenceMinutes, createdBy, createdAt }: CaseThreshold,
): Promise<void> => {
  await trx
    .insertInto('case_threshold')
    .values({
      tenant_id: tenantId,
      threshold_id: id,
      environment_id: environmentId,
      measure,
      queue_id: queueId,
      days,
      most,
      silence_minutes: silenceMinutes,
      created_by: createdBy,
      created_at: createdAt,
    })
    .execute();
};

/** Removes a threshold; gives what it was, or undefined where there is none. */
export const deleteCaseThreshold = async (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
): Promise<Pick<CaseThreshold, 'measure' | 'queueId' | 'days' | 'most' | 'silenceMinutes'> | undefined> =>
  trx
    .deleteFrom('case_threshold')
    .where('environment_id', '=', environmentId)
    .where('threshold_id', '=', id)
    .returning(['measure', 'queue_id as queueId', 'days', 'most', 'silence_minutes as silenceMinutes'])
    .executeTakeFirst();

export const saveThresholdSilence = async (trx: TenantTransaction, id: Id, silenceMinutes: number): Promise<void> => {
  await trx
    .updateTable('case_threshold')
    .set({ silence_minutes: silenceMinutes })
    .where('threshold_id', '=', id)
    .execute();
};

/** Keeps what was measured. */
export const saveCaseMeasurement = async (
  trx: TenantTransaction,
  { id, value, checkedAt, crossedAt }: Pick<CaseThreshold, 'id' | 'value' | 'crossedAt'> & { readonly checkedAt: Date },
): Promise<void> => {
  await trx
    .updateTable('case_threshold')
    .set({ value, checked_at: checkedAt, crossed_at: crossedAt })
    .where('threshold_id', '=', id)
    .execute();
};

/** Open cases of a queue that time out soon. */
export type DueSoon = { readonly queueId: Id; readonly cases: number; readonly second: number };

/** Cases of each queue that time out within an hour, and those of them that wait for a second decision; without those that settle. */
export const readDueSoon = async (trx: TenantTransaction, environmentId: Id, at: Date): Promise<readonly DueSoon[]> => {
  const { rows } = await sql<DueSoon>`
    select queue_id as "queueId", count(*)::int as cases,
        (count(*) filter (where second_review = 'Waiting'))::int as second
      from review_case
     where environment_id = ${environmentId} and outcome is null and settles_at <= ${at}
       and due_at <= ${new Date(at.getTime() + HOUR_MS)}
     group by queue_id`.execute(trx);
  return rows;
};

const QUEUE = queueJobsStatement('caseThresholds', `case_threshold where checked_at is null or checked_at < $2`);

/** Queues a job for each environment with thresholds that were not looked at since a moment. */
export const queueCaseThresholds = async (
  database: Database,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<void> => {
  await queueJobs(database, QUEUE, [at, since]);
};
