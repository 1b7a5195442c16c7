import type { BackfillStatus, JobKind, JobState, JobThing } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type NewJob = {
  readonly tenantId: Id;
  readonly kind: JobKind;
  /** Id of the thing that is worked on; it has one job of a kind. */
  readonly subjectId: Id;
  readonly environmentId: Id;
  /** What the thing is called. */
  readonly name: string;
  readonly askedBy: string;
  /** The person who is notified of its end; absent: no person is. */
  readonly askedById?: string | null;
  readonly askedAt: Date;
  /** No node takes the job before; absent: at once. */
  readonly notBefore?: Date;
  /** 0 where it is not known. */
  readonly total?: number;
};

/** Who asks for a job, and when. */
export type JobAsker = Pick<NewJob, 'askedBy' | 'askedById' | 'askedAt'>;

export type StoredJob = Omit<Required<NewJob>, 'tenantId' | 'notBefore' | 'askedById'> & {
  readonly state: JobState;
  readonly done: number;
  readonly perSecond: number;
  /** Code of the error of the last attempt. */
  readonly problem: string | null;
  readonly node: string | null;
  readonly notBefore: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

const COLUMNS = [
  'job.kind',
  'job.subject_id as subjectId',
  'job.environment_id as environmentId',
  'job.name',
  'job.state',
  'job.not_before as notBefore',
  'job.done',
  'job.total',
  'job.per_second as perSecond',
  'job.problem',
  'job.node',
  'job.asked_by as askedBy',
  'job.asked_at as askedAt',
  'job.started_at as startedAt',
  'job.finished_at as finishedAt',
] as const;

/** The state of a joined job as pages of its thing say it. */
export const statusOfJob = sql<BackfillStatus>`case job.state when 'queued' then 'waiting' else job.state end`.as(
  'status',
);

/** What pages of a thing show of its joined job. */
export const factsOfJob = [
  'job.asked_by as startedBy',
  'job.asked_at as startedAt',
  statusOfJob,
  'job.total as eventsTotal',
  'job.done as eventsDone',
  'job.problem',
  'job.finished_at as finishedAt',
] as const;

/** States of jobs that a node works on, or will. */
export const OPEN_JOB_STATES = ['queued', 'running'] as const satisfies readonly JobState[];

/** Leaves a job for a node to find. The thing's job of that kind, if there is one, begins anew. */
export const queueJob = async (trx: TenantTransaction, job: NewJob): Promise<void> => {
  const content = {
    environment_id: job.environmentId,
    name: job.name,
    state: 'queued',
    not_before: job.notBefore ?? job.askedAt,
    done: 0,
    total: job.total ?? 0,
    per_second: 0,
    attempts: 0,
    problem: null,
    claim_id: null,
    node: null,
    heartbeat_at: null,
    asked_by: job.askedBy,
    asked_by_id: job.askedById ?? null,
    asked_at: job.askedAt,
    started_at: null,
    finished_at: null,
  } as const;
  await trx
    .insertInto('job')
    .values({ tenant_id: job.tenantId, kind: job.kind, subject_id: job.subjectId, ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'subject_id']).doUpdateSet(content))
    .execute();
};

const NOT_CLAIMED = { claim_id: null, node: null, heartbeat_at: null } as const;

/**
 * Queues jobs that were cancelled or failed again, from where they stand; gives the subjects of those that were. They are the
 * job of the person who has them go on, though they count from when they were first asked for.
 */
export const resumeJobs = async (
  trx: TenantTransaction,
  kind: JobKind,
  subjectIds: readonly Id[],
  { askedBy, askedById = null, askedAt }: JobAsker,
): Promise<readonly Id[]> => {
  if (subjectIds.length === 0) return [];
  const again = { state: 'queued', not_before: askedAt, attempts: 0, problem: null, finished_at: null } as const;
  const rows = await trx
    .updateTable('job')
    .set({ ...again, asked_by: askedBy, asked_by_id: askedById, ...NOT_CLAIMED })
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .where('state', 'in', ['cancelled', 'failed'])
    .returning('subject_id as id')
    .execute();
  return rows.map(({ id }) => id);
};

/** With those that failed: a user who cancels one of these chooses that it is not done any more. */
export const UNFINISHED_JOB_STATES = [...OPEN_JOB_STATES, 'failed'] as const satisfies readonly JobState[];

/**
 * Cancels jobs that are not over; gives the subjects of those that were. The node that works on one finds at its next step,
 * or its next heartbeat, that the job is not its own any more.
 */
export const cancelJobs = async (
  trx: TenantTransaction,
  kind: JobKind,
  subjectIds: readonly Id[],
  at: Date,
  from: readonly JobState[] = OPEN_JOB_STATES,
): Promise<readonly Id[]> => {
  if (subjectIds.length === 0) return [];
  const rows = await trx
    .updateTable('job')
    .set({ state: 'cancelled', finished_at: at, problem: null, ...NOT_CLAIMED })
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .where('state', 'in', from)
    .returning('subject_id as id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Removes the job of a thing, whatever its state. */
export const deleteJob = async (trx: TenantTransaction, kind: JobKind, subjectId: Id): Promise<void> => {
  await trx.deleteFrom('job').where('kind', '=', kind).where('subject_id', '=', subjectId).execute();
};

export const findJob = (trx: TenantTransaction, kind: JobKind, subjectId: Id): Promise<StoredJob | undefined> =>
  trx.selectFrom('job').select(COLUMNS).where('kind', '=', kind).where('subject_id', '=', subjectId).executeTakeFirst();

/** A job with the ids that lead to its thing. */
export type ListedJob = StoredJob & {
  /** The velocity set of a backfill. */
  readonly setId: Id | null;
  /** Of a backtest, or of the rules that are pruned. */
  readonly assessment: string | null;
  /** What a backtest tries. */
  readonly ruleId: Id | null;
};

const withThings = (trx: TenantTransaction) =>
  trx
    .selectFrom('job')
    .leftJoin('velocity_backfill as b', 'b.backfill_id', 'job.subject_id')
    .leftJoin('backtest as t', 't.backtest_id', 'job.subject_id')
    .leftJoin('rule_pruning as p', 'p.pruning_id', 'job.subject_id')
    .select(['b.set_id as setId', 't.rule_id as ruleId'])
    .select(sql<string | null>`coalesce(t.assessment, p.assessment)`.as('assessment'));

/** Jobs of some kinds in some environments: those that are open first, then newest first. */
export const listJobs = (
  trx: TenantTransaction,
  of: {
    readonly environmentIds: readonly Id[];
    readonly kinds: readonly JobKind[];
    readonly states: readonly JobState[];
    readonly limit: number;
  },
): Promise<readonly ListedJob[]> =>
  of.kinds.length === 0
    ? Promise.resolve([])
    : withThings(trx)
        .select(COLUMNS)
        .where('job.environment_id', 'in', of.environmentIds)
        .where('job.kind', 'in', of.kinds)
        .where('job.state', 'in', of.states)
        .orderBy(sql`job.state not in ('queued', 'running')`)
        .orderBy('job.asked_at', 'desc')
        .orderBy('job.subject_id')
        .limit(of.limit)
        .execute();

/** What leads to the thing of a job. */
export const findJobThing = async (trx: TenantTransaction, kind: JobKind, subjectId: Id): Promise<JobThing> => {
  const found = await withThings(trx)
    .where('job.kind', '=', kind)
    .where('job.subject_id', '=', subjectId)
    .executeTakeFirst();
  return { kind, id: subjectId, setId: null, ruleId: null, assessment: null, ...found };
};

/** How many jobs of a kind a node works on or will. */
export const countOpenJobs = async (trx: TenantTransaction, kind: JobKind): Promise<number> => {
  const { count } = await trx
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('state', 'in', OPEN_JOB_STATES)
    .executeTakeFirstOrThrow();
  return count;
};

/** Whether a job of a kind runs on a node that was heard of in the last minute. */
export const isJobRunning = async (trx: TenantTransaction, kind: JobKind): Promise<boolean> =>
  (await trx
    .selectFrom('job')
    .select('subject_id')
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .where('heartbeat_at', '>=', sql<Date>`now() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()) !== undefined;
