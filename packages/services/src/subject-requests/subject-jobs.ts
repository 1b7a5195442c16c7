import { SUBJECT_EXPORT_DAYS } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Clock } from '@redoubt/kernel';
import { expireSubjectRequests, updateSubjectRequest, type Database } from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import { noticeDueRequests, noticeOutcome } from './notice-requests.ts';
import { runSubjectRequest } from './run-subject-request.ts';
import type { SubjectKeys } from '../secrets/subject-keys.ts';

/** Removes exports of every tenant whose time is over. */
export const expireExports = async (database: Database, clock: Clock): Promise<void> => {
  const nowMs = clock.now();
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, (trx) =>
      expireSubjectRequests(trx, new Date(nowMs), new Date(nowMs - SUBJECT_EXPORT_DAYS * DAY_MS)),
    );
  }
};

/** How subject requests are worked on; where one stands is in its row. */
export const createSubjectJobs = (database: Database, clock: Clock, keys: SubjectKeys): JobRunner => ({
  kind: 'subjectRequest',
  run: (job, { signal, report }) => runSubjectRequest({ database, clock, keys, signal, report }, job),
  failed: async (trx, { tenantId, environmentId, subjectId }, problem) => {
    await updateSubjectRequest(trx, subjectId, { status: 'Failed', problem });
    await noticeOutcome(trx, { clock, tenantId }, { id: subjectId, environmentId }, 'failed');
  },
  schedule: {
    everyMs: HOUR_MS,
    onOneNode: true,
    run: async () => {
      await expireExports(database, clock);
      await noticeDueRequests(database, clock);
    },
  },
});
