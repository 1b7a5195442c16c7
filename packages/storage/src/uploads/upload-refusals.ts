import type { DataProblem, RefusalReason } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type UploadRefusal = {
  readonly line: number;
  readonly reason: RefusalReason;
  readonly field: string | null;
  /** In English. */
  readonly message: string;
  /** The same for every language; null in lines that were refused before problems had codes. */
  readonly problem: DataProblem | null;
  readonly cells: readonly string[];
};

/** Refused lines of an upload in their order. */
export const listRefusals = (trx: TenantTransaction, uploadId: Id, limit: number): Promise<readonly UploadRefusal[]> =>
  trx
    .selectFrom('upload_refusal')
    .select(['line', 'reason', 'field', 'message', 'problem', 'cells'])
    .where('upload_id', '=', uploadId)
    .orderBy('line')
    .limit(limit)
    .execute();

/** How many lines are kept for each reason. */
export const countRefusals = async (
  trx: TenantTransaction,
  uploadId: Id,
): Promise<readonly { readonly reason: RefusalReason; readonly lines: number }[]> =>
  trx
    .selectFrom('upload_refusal')
    .select(['reason', sql<number>`count(*)::int`.as('lines')])
    .where('upload_id', '=', uploadId)
    .groupBy('reason')
    .orderBy('reason')
    .execute();

export const dropRefusals = async (trx: TenantTransaction, uploadId: Id): Promise<void> => {
  await trx.deleteFrom('upload_refusal').where('upload_id', '=', uploadId).execute();
};

const naming = (value: string) =>
  sql<boolean>`exists (select from jsonb_array_elements_text(upload_refusal.cells) as c(cell)
                        where lower(trim(c.cell)) = ${value.trim().toLowerCase()})`;

/** Refused lines of some environments with a cell that is the value, and the files they are from. */
export const listRefusalsNaming = (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<readonly { readonly file: string; readonly line: number; readonly cells: readonly string[] }[]> =>
  trx
    .selectFrom('upload_refusal')
    .innerJoin('data_upload as u', 'u.upload_id', 'upload_refusal.upload_id')
    .select(['u.name as file', 'upload_refusal.line', 'upload_refusal.cells'])
    .where('u.environment_id', 'in', environmentIds)
    .where(naming(value))
    .orderBy('u.created_at')
    .orderBy('upload_refusal.line')
    .execute();

/** Removes them. */
export const dropRefusalsNaming = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<void> => {
  await trx
    .deleteFrom('upload_refusal')
    .where('upload_id', 'in', (of) =>
      of.selectFrom('data_upload').select('upload_id').where('environment_id', 'in', environmentIds),
    )
    .where(naming(value))
    .execute();
};
