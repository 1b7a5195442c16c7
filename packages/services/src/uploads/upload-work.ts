import { canTakeBack, fail, suggestMapping, UPLOAD_PREVIEW_ROWS } from '@redoubt/domain';
import { isAppError, type Clock, type Id } from '@redoubt/kernel';
import {
  findUpload,
  JobLost,
  updateUpload,
  uploadBytes,
  type ClaimedJob,
  type Database,
  type StoredUpload,
  type TenantTransaction,
  type UploadChange,
  type UploadFormat,
} from '@redoubt/storage';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLineEvents, type LineOutcome } from './line-events.ts';
import { readSample, uploadLines, type UploadLine, type UploadReading } from '../csv/upload-lines.ts';

export type UploadPlace = { readonly database: Database; readonly clock: Clock };

export type UploadWork = StoredUpload & { readonly format: UploadFormat };

/** The upload of a job. @throws `JobLost` where it is gone. */
export const uploadOf = async (database: Database, job: ClaimedJob): Promise<StoredUpload> => {
  const upload = await database.inTenant(job.tenantId, (trx) => findUpload(trx, job.environmentId, job.subjectId));
  if (!upload) throw new JobLost();
  return upload;
};

/** The same with its content. @throws `UPLOAD-GONE` where that was deleted. */
export const uploadToRead = async (database: Database, job: ClaimedJob): Promise<UploadWork> => {
  const upload = await uploadOf(database, job);
  if (upload.format === null) throw fail('UPLOAD-GONE');
  return { ...upload, format: upload.format };
};

/** Errors of a file that name a line. */
const lineOfError = (error: unknown): number | null => {
  const line = isAppError(error) ? error.params['line'] : undefined;
  return typeof line === 'number' ? line : null;
};

/** Looks at a file that is all here: how it is read, and what its columns are called. */
export const readWhole = async (
  database: Database,
  tenantId: Id,
  { id, hasHeader, dataSet, mapping }: Pick<StoredUpload, 'id' | 'hasHeader' | 'dataSet' | 'mapping'>,
): Promise<UploadChange> => {
  try {
    const { format } = await readSample(() => uploadBytes(database, tenantId, id), hasHeader, UPLOAD_PREVIEW_ROWS);
    const kept = mapping.length > 0 ? mapping : suggestMapping(dataSet, format.columns);
    return { state: 'mapping', format, mapping: kept, problem: null };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const line = lineOfError(error);
    return { state: 'failed', problem: error.code, problemLine: line };
  }
};

/** What each line of a file becomes, with its number among the lines below the header, from 1. */
export async function* linesOf(
  database: Database,
  tenantId: Id,
  { id, format, hasHeader, dataSet, mapping }: UploadWork,
  reading: UploadReading,
): AsyncGenerator<{ readonly row: number; readonly line: UploadLine; readonly outcome: () => LineOutcome }> {
  const eventOf = createLineEvents(id, { dataSet, mapping, columns: format.columns });
  let row = hasHeader ? -1 : 0;
  for await (const line of uploadLines(uploadBytes(database, tenantId, id), format, reading)) {
    row += 1;
    if (row > 0) yield { row, line, outcome: () => eventOf(line) };
  }
  // A file that was read before and ends early is one whose content was deleted meanwhile.
  if (reading.bytesRead === 0) throw fail('UPLOAD-GONE');
}

/** Keeps the place of an error for the page of the upload; the runner of jobs keeps its code alone. */
export const notingLine =
  ({ database, clock }: UploadPlace, run: JobRunner['run']): JobRunner['run'] =>
  async (job, parts) => {
    try {
      return await run(job, parts);
    } catch (error) {
      const problemLine = lineOfError(error);
      if (problemLine !== null) {
        await database.inTenant(job.tenantId, (trx) =>
          updateUpload(trx, job.subjectId, { problemLine }, new Date(clock.now())),
        );
      }
      throw error;
    }
  };

/** What is written where a job of an upload is given up. */
export const failedUpload =
  ({ clock }: Pick<UploadPlace, 'clock'>) =>
  (trx: TenantTransaction, { subjectId }: ClaimedJob, problem: string): Promise<void> =>
    updateUpload(trx, subjectId, { state: 'failed', problem }, new Date(clock.now()));

/** Whether the events of an upload can be taken back: what later events replaced is not kept. */
export const isAssessmentUpload = ({ dataSet }: Pick<StoredUpload, 'dataSet'>): boolean => canTakeBack(dataSet);
