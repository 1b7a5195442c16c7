import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { advanceJob, JobLost, type ClaimedJob } from '../jobs/job-claims.ts';
import { lockSegments } from '../log/merged-segments.ts';
import { asIngest } from '../log/read-log.ts';
import { eraseEvents } from '../subject-requests/erase-events.ts';
import { readSubjectSegments } from '../subject-requests/subject-segments.ts';
import { projectedPosition } from '../subject-requests/subject-work.ts';
import type { StoredEvent } from '../log/log-event.ts';
import type { UploadRefusal } from './upload-refusals.ts';

const insertRefusals = async (
  client: pg.ClientBase,
  { tenantId, subjectId }: ClaimedJob,
  refusals: readonly UploadRefusal[],
): Promise<void> => {
  if (refusals.length === 0) return;
  await client.query(
    `insert into upload_refusal (tenant_id, upload_id, line, reason, field, message, problem, cells)
     select $1, $2, x.line, x.reason, x.field, x.message, x.problem, x.cells
       from jsonb_to_recordset($3::jsonb) as x(line bigint, reason text, field text, message text, problem jsonb, cells jsonb)
     on conflict do nothing`,
    [tenantId, subjectId, JSON.stringify(refusals)],
  );
};

/** Begins to check a file: what an earlier run found goes. @throws `JobLost` where the upload is gone. */
export const beginUploadCheck = (database: Database, job: ClaimedJob): Promise<void> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    await client.query('delete from upload_refusal where tenant_id = $1 and upload_id = $2', [
      job.tenantId,
      job.subjectId,
    ]);
    await advanceJob(client, job, { done: 0 });
  });

/** Keeps refused lines. @throws `JobLost` where the claim no longer holds. */
export const keepRefusals = (database: Database, job: ClaimedJob, refusals: readonly UploadRefusal[]): Promise<void> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    await insertRefusals(client, job, refusals);
    await advanceJob(client, job, { done: 0 });
  });

/** What one step of storing a file came to. */
export type ImportStep = {
  /** Lines worked off, from the first one on. */
  readonly rows: number;
  readonly stored: number;
  readonly repeated: number;
  readonly refusals: readonly UploadRefusal[];
  readonly perSecond: number;
};

/** Writes down what a step stored, so that the next one goes on behind it. @throws `JobLost`. */
export const advanceImport = (database: Database, job: ClaimedJob, step: ImportStep): Promise<void> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    await client.query(
      `update data_upload set done_rows = done_rows + $3, stored = stored + $4, repeated = repeated + $5,
          refused = refused + $6, changed_at = now() where tenant_id = $1 and upload_id = $2`,
      [job.tenantId, job.subjectId, step.rows, step.stored, step.repeated, step.refusals.length],
    );
    await insertRefusals(client, job, step.refusals);
    await advanceJob(client, job, { done: step.rows, perSecond: step.perSecond });
  });

export type UploadUndo = {
  readonly environmentId: Id;
  readonly after: number;
  readonly until: number;
  readonly hashId: (event: StoredEvent) => string;
};

/**
 * Takes the events of a file out of the next segments: they carry its id as that of the call. Stubs with decision and
 * contributions stay, as they do where a person is erased, so that positions and sums hold. Waits for projectors.
 *
 * @throws `JobLost` where the claim no longer holds.
 */
export const undoUploadStep = (
  database: Database,
  job: ClaimedJob,
  undo: UploadUndo,
): Promise<{ readonly cursor: number; readonly isLast: boolean; readonly isWaiting: boolean }> =>
  asIngest(database.pools.ingest, [job.tenantId], async (client) => {
    const { tenantId, subjectId } = job;
    await lockSegments(client, tenantId);
    // The projectors take these rows first as well: none writes what it read before.
    if ((await projectedPosition(client, 'for update')) < undo.until) {
      return { cursor: undo.after, isLast: false, isWaiting: true };
    }
    const { environmentId, after, until, hashId } = undo;
    const range = { tenantId, environmentIds: [environmentId], after, until };
    const { cursor, isLast, segments } = await readSubjectSegments(client, range, {
      head: ({ correlationId }) => correlationId === subjectId,
    });
    await eraseEvents(client, { tenantId, hashId, subject: null }, segments);
    const undone = segments.reduce((sum, { mine }) => sum + mine.length, 0);
    const { rowCount } = await client.query(
      `update data_upload set undo_cursor = $3, undone = undone + $4, changed_at = now()
        where tenant_id = $1 and upload_id = $2`,
      [tenantId, subjectId, cursor, undone],
    );
    if (rowCount === 0) throw new JobLost();
    await advanceJob(client, job, { done: undone });
    return { cursor, isLast, isWaiting: false };
  });
