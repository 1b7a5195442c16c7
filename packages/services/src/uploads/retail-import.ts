import { isRetailSet, RETAIL_SET_NAMES, type RetailRow, type RetailRowOf, type RetailSet } from '@redoubt/domain';
import type { Clock } from '@redoubt/kernel';
import {
  advanceRetailImport,
  countUploadUsage,
  dropUploadContent,
  hasRetailRows,
  insertPaymentMethods,
  insertRetailLines,
  insertRetailPayments,
  insertRetailTransactions,
  queueJob,
  removeRetailRows,
  stepJob,
  undoRetailRows,
  updateUpload,
  type ClaimedJob,
  type Database,
  type RetailPlace,
  type TenantTransaction,
} from '@redoubt/storage';
import { createHash } from 'node:crypto';
import type { JobEnding } from '../jobs/job-runner.ts';
import { linesOf, type UploadWork } from './upload-work.ts';

type Place = { readonly database: Database; readonly clock: Clock };

/** Lines that are kept at once; a statement takes at most 65,535 values. */
const AT_ONCE = 1000;

/** Tells cards of an environment apart without their token or masked number. */
const cardDigest = ({ tenantId, environmentId }: RetailPlace, card: string): string =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, environmentId, card]))
    .digest('base64url')
    .slice(0, 22);

const rowsOf = <Name extends RetailSet>(rows: readonly RetailRow[], set: Name): readonly RetailRowOf<Name>[] =>
  rows.filter((each) => each.set === set).map(({ row }) => row as RetailRowOf<Name>);

const keepRows = (trx: TenantTransaction, place: RetailPlace, set: RetailSet, rows: readonly RetailRow[]) => {
  if (set === 'retailTransactions') return insertRetailTransactions(trx, place, rowsOf(rows, set));
  if (set === 'retailSales') return insertRetailLines(trx, place, rowsOf(rows, set));
  if (set === 'retailPaymentMethods') return insertPaymentMethods(trx, place, rowsOf(rows, set));
  const payments = rowsOf(rows, set).map(({ card, ...row }) => ({
    ...row,
    card: card === null ? null : cardDigest(place, card),
  }));
  return insertRetailPayments(trx, place, payments);
};

/** Whether each kind of file is there. */
const isWhole = async (trx: TenantTransaction, { environmentId }: ClaimedJob): Promise<boolean> => {
  for (const set of RETAIL_SET_NAMES)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    if (!(await hasRetailRows(trx, environmentId, set))) return false;
  return true;
};

/** Has the months that changed scored. */
const queueScores = async (trx: TenantTransaction, { clock }: Place, job: ClaimedJob): Promise<void> => {
  const { tenantId, environmentId } = job;
  const asked = { name: '', askedBy: 'Redoubt', askedAt: new Date(clock.now()) };
  await queueJob(trx, { tenantId, environmentId, kind: 'lossPreventionScores', subjectId: environmentId, ...asked });
};

/** Keeps the lines of a file of loss prevention, some at a time; each is kept once, also where a node dies. */
export const importRetail = async (
  place: Place,
  job: ClaimedJob,
  upload: UploadWork,
  signal: AbortSignal,
): Promise<JobEnding | undefined> => {
  const { database, clock } = place;
  const { tenantId, environmentId } = job;
  const { id: uploadId, dataSet } = upload;
  if (!isRetailSet(dataSet)) throw new Error(`${dataSet} is no data set of loss prevention`);
  const target: RetailPlace = { tenantId, environmentId, uploadId };
  let rows: RetailRow[] = [];
  let lines = 0;
  const keep = async (): Promise<void> => {
    const [kept, read] = [rows, lines];
    [rows, lines] = [[], 0];
    await database.inTenant(tenantId, async (trx) => {
      const stored = await keepRows(trx, target, dataSet, kept);
      await advanceRetailImport(trx, uploadId, { rows: read, stored, repeated: kept.length - stored });
      await countUploadUsage(trx, uploadId, new Date(clock.now()));
    });
    await stepJob(database, job, { done: read });
  };
  for await (const { row, outcome } of linesOf(database, tenantId, upload, { line: 0, bytesRead: 0 })) {
    if (row <= upload.doneRows) continue;
    const { retail } = outcome();
    lines += 1;
    // What is refused was listed when the file was checked.
    if (retail) rows.push(retail);
    if (lines < AT_ONCE) continue;
    if (signal.aborted) return undefined;
    await keep();
  }
  if (signal.aborted) return undefined;
  await keep();
  return async (trx) => {
    await updateUpload(trx, uploadId, { state: 'succeeded', problem: null }, new Date(clock.now()));
    await dropUploadContent(trx, uploadId);
    if (await isWhole(trx, job)) await queueScores(trx, place, job);
  };
};

/** Takes the lines of a file back, step by step. */
export const undoRetail = async (
  place: Place,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobEnding | undefined> => {
  const { database, clock } = place;
  const { tenantId, environmentId, subjectId: uploadId } = job;
  while (!signal.aborted) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one step after the other
    const removed = await database.inTenant(tenantId, async (trx) => {
      const rows = await removeRetailRows(trx, { tenantId, environmentId, uploadId });
      await undoRetailRows(trx, uploadId, rows);
      return rows;
    });
    if (removed === 0) {
      return async (trx) => {
        await updateUpload(trx, uploadId, { state: 'undone', problem: null }, new Date(clock.now()));
        await queueScores(trx, place, job);
      };
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await stepJob(database, job, { done: removed });
  }
  return undefined;
};
