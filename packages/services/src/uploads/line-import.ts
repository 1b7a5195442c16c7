import type { Clock, Id } from '@redoubt/kernel';
import {
  advanceRetailImport,
  dropUploadContent,
  stepJob,
  undoRetailRows,
  updateUpload,
  type ClaimedJob,
  type Database,
  type TenantTransaction,
} from '@redoubt/storage';
import type { JobEnding } from '../jobs/job-runner.ts';
import type { LineOutcome } from './line-events.ts';
import { linesOf, type UploadWork } from './upload-work.ts';

type Place = { readonly database: Database; readonly clock: Clock };

/** Lines that are kept at once; a statement takes at most 65,535 values. */
const AT_ONCE = 1000;

/** How the lines of a file are kept that are no events by themselves. */
export type KeptLines<Row> = {
  /** Null for a refused line. */
  readonly rowOf: (outcome: LineOutcome, row: number) => Row | null;
  /** @returns how many are new. */
  readonly keep: (trx: TenantTransaction, rows: readonly Row[]) => Promise<number>;
  /** What is counted of the file with each step, in its transaction. */
  readonly count?: (trx: TenantTransaction) => Promise<void>;
  /** Once all are kept. */
  readonly end?: (trx: TenantTransaction) => Promise<void>;
};

/** Keeps the lines of a file, some at a time; each is kept once, also where a node dies. */
export const importLines = async <Row>(
  { database, clock }: Place,
  job: ClaimedJob,
  upload: UploadWork,
  signal: AbortSignal,
  { rowOf, keep, count, end }: KeptLines<Row>,
): Promise<JobEnding | undefined> => {
  const { tenantId } = job;
  const { id: uploadId } = upload;
  let rows: Row[] = [];
  let lines = 0;
  const keepAll = async (): Promise<void> => {
    const [kept, read] = [rows, lines];
    [rows, lines] = [[], 0];
    await database.inTenant(tenantId, async (trx) => {
      const stored = await keep(trx, kept);
      await advanceRetailImport(trx, uploadId, { rows: read, stored, repeated: kept.length - stored });
      await count?.(trx);
    });
    await stepJob(database, job, { done: read });
  };
  for await (const { row, outcome } of linesOf(database, tenantId, upload, { line: 0, bytesRead: 0 })) {
    if (row <= upload.doneRows) continue;
    // What is refused was listed when the file was checked.
    const kept = rowOf(outcome(), row);
    lines += 1;
    if (kept !== null) rows.push(kept);
    if (lines < AT_ONCE) continue;
    if (signal.aborted) return undefined;
    await keepAll();
  }
  if (signal.aborted) return undefined;
  await keepAll();
  return async (trx) => {
    await updateUpload(trx, uploadId, { state: 'succeeded', problem: null }, new Date(clock.now()));
    await dropUploadContent(trx, uploadId);
    await end?.(trx);
  };
};

/** Takes the lines of a file back, step by step. `remove` says how many a step removed; 0 where none is left. */
export const undoLines = async (
  { database, clock }: Place,
  job: ClaimedJob,
  signal: AbortSignal,
  {
    remove,
    end,
  }: {
    readonly remove: (trx: TenantTransaction, uploadId: Id) => Promise<number>;
    readonly end?: (trx: TenantTransaction) => Promise<void>;
  },
): Promise<JobEnding | undefined> => {
  const { tenantId, subjectId: uploadId } = job;
  while (!signal.aborted) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one step after the other
    const removed = await database.inTenant(tenantId, async (trx) => {
      const rows = await remove(trx, uploadId);
      await undoRetailRows(trx, uploadId, rows);
      return rows;
    });
    if (removed === 0) {
      return async (trx) => {
        await updateUpload(trx, uploadId, { state: 'undone', problem: null }, new Date(clock.now()));
        await end?.(trx);
      };
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await stepJob(database, job, { done: removed });
  }
  return undefined;
};
