import { isOwnJobKind, jobLink, type JobKind } from '@redoubt/domain';
import type { Clock } from '@redoubt/kernel';
import { findJobThing, type ClaimedJob, type TenantTransaction } from '@redoubt/storage';
import { raiseNotice, raiseNoticeOnce } from '../notices/raise-notice.ts';

/** Kinds whose end is shown elsewhere: by a notice of their own, or at the thing that they are about. */
const SHOWN_ELSEWHERE: ReadonlySet<JobKind> = new Set([
  'mail',
  'webhook',
  'scheduledReport',
  'subjectRequest',
  'environmentCreation',
  'environmentPurge',
]);

/** Where the jobs are, for those that have no page of their own. */
const JOBS = '/settings/jobs';

/** Notifies the person who asked for a job of its end; the link leads to the result. */
const noticeAsker = async (
  trx: TenantTransaction,
  clock: Clock,
  job: ClaimedJob,
  end: 'done' | 'failed',
): Promise<void> => {
  const { kind, tenantId, environmentId, subjectId, name, askedById } = job;
  if (askedById === null || !isOwnJobKind(kind)) return;
  await raiseNotice(
    trx,
    { clock, tenantId },
    {
      code: end === 'done' ? 'OWN-JOB-DONE' : 'OWN-JOB-FAILED',
      severity: end === 'done' ? 'Success' : 'Error',
      params: { kind, subject: name },
      link: jobLink(await findJobThing(trx, kind, subjectId)) ?? JOBS,
      environmentId,
      recipientId: askedById,
    },
  );
};

/** Notifies that a job is done. Jobs that no person asked for raise nothing. */
export const noticeDone = (trx: TenantTransaction, clock: Clock, job: ClaimedJob): Promise<void> =>
  noticeAsker(trx, clock, job, 'done');

/** Notifies that a job was given up: the person who asked for it, and others once a day of what fails again and again. */
export const noticeFailure = async (trx: TenantTransaction, clock: Clock, job: ClaimedJob): Promise<void> => {
  const { kind, tenantId, environmentId, subjectId, name, askedById } = job;
  if (SHOWN_ELSEWHERE.has(kind)) return;
  await noticeAsker(trx, clock, job, 'failed');
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  await raiseNoticeOnce(trx, { clock, tenantId }, `${kind} ${subjectId} ${day}`, {
    code: 'JOB-FAILED',
    severity: 'Error',
    params: { name, kind },
    link: JOBS,
    environmentId,
    ...(askedById === null ? {} : { authorId: askedById }),
  });
};
