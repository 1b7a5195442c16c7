import { RETAIL_SET_NAMES, type RetailRow, type RetailRowOf, type RetailSet } from '@redoubt/domain';
import type { Clock } from '@redoubt/kernel';
import {
  countUploadUsage,
  hasRetailRows,
  insertPaymentMethods,
  insertRetailLines,
  insertRetailPayments,
  insertRetailTransactions,
  queueJob,
  removeRetailRows,
  type ClaimedJob,
  type Database,
  type RetailPlace,
  type TenantTransaction,
} from '@redoubt/storage';
import { createHash } from 'node:crypto';
import type { JobEnding } from '../jobs/job-runner.ts';
import { importLines, undoLines } from './line-import.ts';
import type { UploadWork } from './upload-work.ts';

type Place = { readonly database: Database; readonly clock: Clock };

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

/** Keeps the lines of a file of loss prevention. */
export const importRetail = (
  place: Place,
  job: ClaimedJob,
  upload: UploadWork & { readonly dataSet: RetailSet },
  signal: AbortSignal,
): Promise<JobEnding | undefined> => {
  const { tenantId, environmentId } = job;
  const { id: uploadId, dataSet } = upload;
  const target: RetailPlace = { tenantId, environmentId, uploadId };
  return importLines<RetailRow>(place, job, upload, signal, {
    rowOf: ({ retail }) => retail,
    keep: (trx, rows) => keepRows(trx, target, dataSet, rows),
    count: (trx) => countUploadUsage(trx, uploadId, new Date(place.clock.now())),
    end: async (trx) => {
      if (await isWhole(trx, job)) await queueScores(trx, place, job);
    },
  });
};

/** Takes the lines of a file back, and has their months scored again. */
export const undoRetail = (place: Place, job: ClaimedJob, signal: AbortSignal): Promise<JobEnding | undefined> => {
  const { tenantId, environmentId } = job;
  return undoLines(place, job, signal, {
    remove: (trx, uploadId) => removeRetailRows(trx, { tenantId, environmentId, uploadId }),
    end: (trx) => queueScores(trx, place, job),
  });
};
