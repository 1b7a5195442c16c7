import { purgeRetryDelayMs } from '@redoubt/domain';
import { invariant, MINUTE_MS, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  dropUnnamedPlanUnits,
  findJob,
  listEnvironments,
  purgeEnvironmentRows,
  queueJob,
  stepJob,
  updateEnvironment,
  type ClaimedJob,
  type Database,
  type EnvironmentRecord,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { raiseNoticeOnce } from '../notices/raise-notice.ts';
import { isKeptFromPurge } from '../retention/holds.ts';
import { inTransaction } from '../unit-of-work.ts';
import { followTransition } from './follow-transition.ts';

/** Rows that one transaction removes at most, of one table. */
const ROWS = 1000;
const KIND = 'environmentPurge' as const;
const LOOK_MS = MINUTE_MS;
const FAILED = 'What is in the environment could not be removed; it is tried again.';

/** An environment that is purged, and who does it. */
type Purge = { readonly context: ServiceContext; readonly environment: EnvironmentRecord };

const ACTOR = { kind: 'system', id: 'environment-purge', name: 'Redoubt' } as const;

const isDue = ({ status, purgeAt }: EnvironmentRecord, nowMs: number): boolean =>
  purgeAt !== null && purgeAt.getTime() <= nowMs && status !== 'Deleted' && status !== 'Active';

/** Leaves the purge of an environment to a node that does jobs. */
export const queuePurge = (
  trx: TenantTransaction,
  { tenantId, clock }: Pick<ServiceContext, 'tenantId' | 'clock'>,
  { id, parentId, name }: Pick<EnvironmentRecord, 'id' | 'parentId' | 'name'>,
): Promise<void> => {
  const asked = { askedBy: ACTOR.name, askedAt: new Date(clock.now()) };
  // The job is the parent's: what is in the environment goes, jobs included.
  return queueJob(trx, { tenantId, kind: KIND, subjectId: id, environmentId: parentId ?? id, name, ...asked });
};

/** Queues the purge of every environment of every tenant whose time to undo its deletion is over. */
const queueDuePurges = async (database: Database, clock: Clock): Promise<void> => {
  for (const { tenantId } of await database.listTenants()) {
    const environments = await database.readTenant(tenantId, listEnvironments);
    for (const environment of environments.filter((each) => isDue(each, clock.now()))) {
      await database.inTenant(tenantId, async (trx) => {
        if (await isKeptFromPurge(trx, environment.id, clock.now())) return;
        const before = await findJob(trx, KIND, environment.id);
        if (before === undefined || before.state === 'done') await queuePurge(trx, { tenantId, clock }, environment);
      });
    }
  }
};

const begin = (trx: TenantTransaction, { context, environment }: Purge) =>
  followTransition(trx, context, environment.id, environment.status === 'DeleteFailed' ? 'retry' : 'windowOver');

const end = async (trx: TenantTransaction, { context, environment: { id } }: Purge): Promise<void> => {
  const left = await purgeEnvironmentRows(trx, id, ROWS);
  if (left === null) return;
  invariant(left === 0, 'what is purged takes nothing in');
  const before = await followTransition(trx, context, id, 'purgeDone');
  if (before === undefined) return;
  const told = { name: before.name, friendlyName: null, description: '', tags: [] };
  await updateEnvironment(trx, id, told, changedBy(context));
  await dropUnnamedPlanUnits(trx);
};

/** Removes everything that is in one environment, in short transactions; one that stops is gone on with later. */
const purge = async (due: Purge, job: ClaimedJob, signal: AbortSignal): Promise<void> => {
  const { context, environment } = due;
  const { database } = context;
  if (environment.status !== 'Deleting') await inTransaction(context, (trx) => begin(trx, due));
  while (!signal.aborted) {
    const removed = await inTransaction(context, (trx) => purgeEnvironmentRows(trx, environment.id, ROWS));
    if (removed === null || removed === 0) return;
    await stepJob(database, job, { done: removed });
  }
};

/** Says that a purge failed: in the environment's status each time, to those who manage environments once a deletion. */
const fail = async (trx: TenantTransaction, context: ServiceContext, id: Id): Promise<void> => {
  const before = await followTransition(trx, context, id, 'purgeFailed', FAILED);
  if (before === undefined) return;
  await raiseNoticeOnce(trx, context, `${id} ${before.deletedAt?.toISOString()}`, {
    code: 'ENVIRONMENT-DELETE-FAILED',
    severity: 'Warning',
    params: { name: before.name, reason: FAILED },
    link: `/environments?open=${id}`,
    // Only those who manage its parent can still open it.
    environmentId: before.parentId,
  });
};

/** How deleted environments are purged. One that fails is tried again for as long as it takes, ever less often. */
export const createPurges = (database: Database, clock: Clock): JobRunner => ({
  kind: KIND,
  run: async (job, { signal }) => {
    const { tenantId, subjectId } = job;
    const context: ServiceContext = { database, clock, tenantId, actor: ACTOR, correlationId: newId() };
    const environments = await database.readTenant(tenantId, listEnvironments);
    const environment = environments.find(({ id }) => id === subjectId);
    if (environment === undefined || !isDue(environment, clock.now())) return undefined;
    if (await database.readTenant(tenantId, (trx) => isKeptFromPurge(trx, subjectId, clock.now()))) return undefined;
    try {
      await purge({ context, environment }, job, signal);
    } catch (error) {
      await database.inTenant(tenantId, (trx) => fail(trx, context, subjectId));
      throw error;
    }
    return (trx) => end(trx, { context, environment });
  },
  mostAttempts: Number.MAX_SAFE_INTEGER,
  retryDelayMs: purgeRetryDelayMs,
  schedule: { everyMs: LOOK_MS, onOneNode: true, run: () => queueDuePurges(database, clock) },
});
