import { MAX_KEPT_REFUSALS } from '@redoubt/domain';
import { HOUR_MS, type Clock } from '@redoubt/kernel';
import {
  beginUploadCheck,
  expireUploads,
  keepRefusals,
  queueJob,
  updateUpload,
  type Database,
  type UploadRefusal,
} from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import { failedUpload, linesOf, notingLine, uploadToRead, type UploadPlace } from './upload-work.ts';

/** Refused lines that are written at once. */
const REFUSALS_AT_ONCE = 500;
/** Lines between two reports of progress. */
const REPORT_EVERY = 5000;

const expireAll = async (database: Database, clock: Clock): Promise<void> => {
  for (const { tenantId } of await database.listTenants()) {
    await database.inTenant(tenantId, (trx) => expireUploads(trx, new Date(clock.now())));
  }
};

/** Reads every line of a file once and lists those that would be refused. One that is taken over begins anew. */
export const createUploadChecks = ({ database, clock }: UploadPlace): JobRunner => ({
  kind: 'uploadCheck',
  run: notingLine({ database, clock }, async (job, { signal, report }) => {
    const upload = await uploadToRead(database, job);
    await beginUploadCheck(database, job);
    const reading = { line: 0, bytesRead: 0 };
    let rows = 0;
    let refused = 0;
    let waiting: UploadRefusal[] = [];
    for await (const { row, outcome } of linesOf(database, job.tenantId, upload, reading)) {
      if (signal.aborted) return undefined;
      rows = row;
      const { refusal } = outcome();
      if (refusal) {
        refused += 1;
        if (refused <= MAX_KEPT_REFUSALS) waiting.push(refusal);
      }
      if (waiting.length >= REFUSALS_AT_ONCE) {
        await keepRefusals(database, job, waiting);
        waiting = [];
      }
      if (row % REPORT_EVERY === 0) {
        report({ done: row, total: Math.round((row * upload.sizeBytes) / Math.max(1, reading.bytesRead)) });
      }
    }
    if (waiting.length > 0) await keepRefusals(database, job, waiting);
    report({ done: rows, total: rows });
    // No person waits for a file that a connection took: it is stored at once, unless nothing of it can be.
    const goesOn = upload.syncId !== null && (rows === 0 || refused < rows);
    const state = goesOn ? 'processing' : 'ready';
    return async (trx) => {
      const at = new Date(clock.now());
      await updateUpload(trx, upload.id, { state, rows, refused, problem: null, problemLine: null }, at);
      if (!goesOn) return;
      const { tenantId, environmentId, subjectId, name } = job;
      const next = { kind: 'uploadImport', subjectId, name, askedBy: 'Redoubt', askedAt: at, total: rows } as const;
      await queueJob(trx, { tenantId, environmentId, ...next });
    };
  }),
  failed: failedUpload({ clock }),
  schedule: { everyMs: HOUR_MS, onOneNode: true, run: () => expireAll(database, clock) },
});
