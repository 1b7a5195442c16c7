import type { JobKind } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, TenantTransaction } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';

/** A job that this node works on, as it stood when it was claimed. */
export type ClaimedJob = {
  readonly tenantId: Id;
  readonly kind: JobKind;
  readonly subjectId: Id;
  readonly environmentId: Id;
  /** Another one each time the job is claimed. */
  readonly claimId: Id;
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly perSecond: number;
  /** How often nodes took the job since it last got on, with this time. */
  readonly attempts: number;
  readonly problem: string | null;
  /** The person who is notified of its end. */
  readonly askedById: string | null;
  readonly askedAt: Date;
};

/** Thrown where a job was cancelled, removed, or taken over by another node: the step's transaction leaves nothing behind. */
export class JobLost extends Error {
  constructor() {
    super('The job is no longer claimed by this node');
  }
}

/** A node that says nothing for so long has lost what it works on. */
const ABANDONED_S = 15;

const CLAIM = `update job set state = 'running', claim_id = $1, node = $2, heartbeat_at = now(), attempts = attempts + 1,
    started_at = coalesce(started_at, $3), finished_at = null
  where (tenant_id, kind, subject_id) = (
    select tenant_id, kind, subject_id from job
     where kind = any($4) and ((state = 'queued' and not_before <= $3)
        or (state = 'running' and heartbeat_at < now() - make_interval(secs => $5)))
     order by not_before, asked_at, subject_id limit 1 for update skip locked)
  returning tenant_id as "tenantId", kind, subject_id as "subjectId", environment_id as "environmentId",
    claim_id as "claimId", name, done, total, per_second as "perSecond", attempts, problem,
    asked_by_id as "askedById", asked_at as "askedAt"`;

/**
 * Takes the job of some kinds that is due for longest, of any tenant; undefined where none is due. One whose node fell
 * silent is taken over.
 */
export const claimJob = async (
  database: Database,
  { node, kinds, now }: { readonly node: string; readonly kinds: readonly JobKind[]; readonly now: Date },
): Promise<ClaimedJob | undefined> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  return asIngest(database.pools.ingest, tenantIds, async (client) => {
    const { rows } = await client.query<ClaimedJob>(CLAIM, [newId(), node, now, kinds, ABANDONED_S]);
    return rows[0];
  });
};

/** The job while the claim holds; cancelling, finishing and taking over end it. */
const OURS = 'tenant_id = $1 and kind = $2 and subject_id = $3 and claim_id = $4';
const oursOf = ({ tenantId, kind, subjectId, claimId }: ClaimedJob) => [tenantId, kind, subjectId, claimId];

export type JobStep = {
  /** What the step adds to what is done. */
  readonly done: number;
  readonly perSecond?: number;
};

/**
 * Moves a job on in the transaction of a step, so that both are there or neither.
 *
 * @throws `JobLost` where the claim no longer holds.
 */
export const advanceJob = async (client: pg.ClientBase, job: ClaimedJob, step: JobStep): Promise<void> => {
  const { rowCount } = await client.query(
    `update job set done = done + $5, total = greatest(total, done + $5), per_second = coalesce($6, per_second),
        attempts = 0, problem = null, heartbeat_at = now() where ${OURS}`,
    [...oursOf(job), step.done, step.perSecond ?? null],
  );
  if (rowCount === 0) throw new JobLost();
};

/** A step that writes nothing else. @throws `JobLost` where the claim no longer holds. */
export const stepJob = (database: Database, job: ClaimedJob, step: JobStep): Promise<void> =>
  asIngest(database.pools.ingest, [job.tenantId], (client) => advanceJob(client, job, step));

/**
 * The same in a transaction of the tenant.
 *
 * @param done what is added to what was done; null where the step would be done anew after a failure, which is no progress.
 * @throws `JobLost` where the claim no longer holds.
 */
export const advanceJobIn = async (trx: TenantTransaction, job: ClaimedJob, done: number | null): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set(({ eb }) => ({
      heartbeat_at: sql<Date>`now()`,
      ...(done === null ? {} : { done: eb('done', '+', done), attempts: 0, problem: null }),
    }))
    .where('kind', '=', job.kind)
    .where('subject_id', '=', job.subjectId)
    .where('claim_id', '=', job.claimId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new JobLost();
};

/** What is not given stays as it is: steps that write say themselves what they did. */
export type JobProgress = { readonly done?: number; readonly total?: number };

/** Says that this node is at it, and how far it is where that is known; false where the claim no longer holds. */
export const beatJob = (database: Database, job: ClaimedJob, progress: JobProgress | undefined): Promise<boolean> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    const { rowCount } = await client.query(
      `update job set heartbeat_at = now(), done = coalesce($5::bigint, done),
          total = greatest(coalesce($6::bigint, total), coalesce($5::bigint, done)) where ${OURS}`,
      [...oursOf(job), progress?.done ?? null, progress?.total ?? null],
    );
    return rowCount === 1;
  });

/** Leaves a job to the node that asks next, at once or from a time on; nothing where the claim no longer holds. */
export const releaseJob = (
  database: Database,
  job: ClaimedJob,
  then: { readonly notBefore: Date; readonly problem: string | null; readonly isFailure: boolean },
): Promise<void> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    await client.query(
      `update job set state = 'queued', claim_id = null, node = null, heartbeat_at = null, not_before = $5, problem = $6,
          attempts = attempts - $7::int where ${OURS}`,
      [...oursOf(job), then.notBefore, then.problem, then.isFailure ? 0 : 1],
    );
  });

/** Removes jobs of some kinds that were over before a time, of every tenant. */
export const forgetJobs = async (database: Database, kinds: readonly JobKind[], before: Date): Promise<void> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  await asIngest(database.pools.ingest, tenantIds, (client) =>
    client.query('delete from job where kind = any($1) and finished_at < $2', [kinds, before]),
  );
};

/** Ends a job. @throws `JobLost` where the claim no longer holds. */
export const finishJob = async (
  trx: TenantTransaction,
  { kind, subjectId, claimId }: ClaimedJob,
  end: { readonly state: 'done' | 'failed'; readonly problem: string | null; readonly at: Date },
): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({
      state: end.state,
      problem: end.problem,
      finished_at: end.at,
      claim_id: null,
      node: null,
      heartbeat_at: null,
    })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new JobLost();
};
