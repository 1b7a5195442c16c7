import type { Id } from '@redoubt/kernel';
import {
  countStoredEvents,
  endSearchIndexTask,
  findJob,
  findSearchIndex,
  headsOfPiece,
  JobLost,
  listEnvironments,
  queueJob,
  readBackfillPiece,
  readIndexFill,
  removeIndexRows,
  writeIndexFillStep,
  type ClaimedJob,
  type Database,
  type TenantTransaction,
} from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobRun, JobRunner } from '../jobs/job-runner.ts';
import { pauseAfter, smoothedRate } from '../jobs/throttle.ts';

const environmentIdsOf = async (database: Database, { tenantId }: ClaimedJob): Promise<readonly Id[]> =>
  (await database.readTenant(tenantId, listEnvironments)).map(({ id }) => id);

/** Takes the rows of the index away, until none are left or it is stopped. */
const remove = async (database: Database, job: ClaimedJob, signal: AbortSignal): Promise<void> => {
  const environmentIds = await environmentIdsOf(database, job);
  while (!signal.aborted) {
    const startedMs = performance.now();
    if ((await removeIndexRows(database, job, environmentIds)) === 0) return;
    await delay(pauseAfter(performance.now() - startedMs, 1), undefined, { signal }).catch(() => undefined);
  }
};

/** Writes the rows of stored events anew, from where the work stands up to where search is, or until it is stopped. */
const fill = async (database: Database, job: ClaimedJob, signal: AbortSignal): Promise<void> => {
  const environmentIds = await environmentIdsOf(database, job);
  const { from: begin, until } = await readIndexFill(database, job);
  let from = begin;
  let eventsPerSecond = job.perSecond;
  while (!signal.aborted) {
    const startedMs = performance.now();
    const piece = await readBackfillPiece(database, { tenantId: job.tenantId, environmentIds, until }, from);
    if (piece === undefined) return;
    const { until: to, events: eventsDone } = piece;
    const events = headsOfPiece(piece);
    await writeIndexFillStep(database, job, { events, to, eventsDone, eventsPerSecond });
    from = to;
    await delay(pauseAfter(performance.now() - startedMs, 1), undefined, { signal }).catch(() => undefined);
    eventsPerSecond = smoothedRate(eventsPerSecond, eventsDone, performance.now() - startedMs);
  }
};

/** Ends a removal; where it belongs to a rebuild, the index is filled next, for the same person. */
const endRemoval = async (trx: TenantTransaction, job: ClaimedJob): Promise<void> => {
  const { tenantId, environmentId, askedById, askedAt, kind } = job;
  const index = await findSearchIndex(trx);
  if (index?.task !== 'rebuild') return endSearchIndexTask(trx, 'remove');
  await endSearchIndexTask(trx, 'rebuild');
  const total = await countStoredEvents(
    trx,
    (await listEnvironments(trx)).map(({ id }) => id),
  );
  const askedBy = (await findJob(trx, kind, tenantId))?.askedBy ?? '';
  const next = { tenantId, kind: 'searchIndexFill', subjectId: tenantId, environmentId, name: '', total } as const;
  await queueJob(trx, { ...next, askedBy, askedById, askedAt });
};

/** How the index for search of a tenant is removed, and written anew from stored events. */
export const createSearchIndexJobs = ({ database }: { readonly database: Database }): readonly JobRunner[] => [
  {
    kind: 'searchIndexRemove',
    run: async (job: ClaimedJob, { signal }: JobRun) => {
      await remove(database, job, signal);
      return (trx) => endRemoval(trx, job);
    },
  },
  {
    kind: 'searchIndexFill',
    run: async (job: ClaimedJob, { signal }: JobRun) => {
      await fill(database, job, signal);
      return async (trx) => {
        if ((await findSearchIndex(trx))?.task !== 'fill') throw new JobLost();
        await endSearchIndexTask(trx, 'fill');
      };
    },
  },
];
