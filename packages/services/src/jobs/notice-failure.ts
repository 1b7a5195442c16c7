import type { JobKind } from '@redoubt/domain';
import type { Clock } from '@redoubt/kernel';
import type { ClaimedJob, TenantTransaction } from '@redoubt/storage';
import { raiseNoticeOnce } from '../notices/raise-notice.ts';

/** Kinds whose failure is shown elsewhere: by a notice of their own, or at the thing that they are about. */
const TOLD_OTHERWISE: ReadonlySet<JobKind> = new Set([
  'mail',
  'webhook',
  'scheduledReport',
  'subjectRequest',
  'environmentCreation',
  'environmentPurge',
]);

/** Tells that a job was given up; of what fails again and again once a day. */
export const noticeFailure = async (trx: TenantTransaction, clock: Clock, job: ClaimedJob): Promise<void> => {
  const { kind, tenantId, environmentId, subjectId, name } = job;
  if (TOLD_OTHERWISE.has(kind)) return;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  await raiseNoticeOnce(trx, { clock, tenantId }, `${kind} ${subjectId} ${day}`, {
    code: 'JOB-FAILED',
    severity: 'Error',
    params: { name, kind },
    link: '/settings/jobs',
    environmentId,
  });
};
