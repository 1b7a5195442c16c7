import type { LossDisposition } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

type Named = { readonly environmentId: Id; readonly staff: string; readonly code: string };

const staffNamed = (trx: TenantTransaction, environmentIds: readonly Id[], value: string): Promise<readonly Named[]> =>
  trx
    .selectFrom('retail_staff')
    .select(['environment_id as environmentId', 'staff', 'code'])
    .where('environment_id', 'in', environmentIds)
    .where(sql<boolean>`lower(trim(code)) = ${value.trim().toLowerCase()}`)
    .execute();

/** What is kept of a person whose id at tills is the value. */
export type StaffRecord = {
  readonly environmentId: Id;
  readonly staffId: string;
  readonly scores: readonly { readonly month: string; readonly score: number; readonly transactions: number }[];
  readonly findings: readonly { readonly disposition: LossDisposition; readonly note: string; readonly at: Date }[];
};

/** People of some environments whose id at tills is the value. */
export const readNamedStaff = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<readonly StaffRecord[]> => {
  const records: StaffRecord[] = [];
  for (const { environmentId, staff, code } of await staffNamed(trx, environmentIds, value)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and rarely more than one person
    const scores = await trx
      .selectFrom('loss_score')
      .select([sql<string>`month::text`.as('month'), 'score', 'transactions'])
      .where('environment_id', '=', environmentId)
      .where('kind', '=', 'staff')
      .where('entity', '=', staff)
      .orderBy('loss_score.month')
      .execute();
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    const findings = await trx
      .selectFrom('loss_finding')
      .select(['disposition', 'note', 'created_at as at'])
      .where('environment_id', '=', environmentId)
      .where('kind', '=', 'staff')
      .where('entity', '=', staff)
      .orderBy('created_at')
      .execute();
    records.push({ environmentId, staffId: code, scores, findings });
  }
  return records;
};

/** Removes id, scores and findings of such people; their transactions stay without them. @returns how many they were. */
export const eraseNamedStaff = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<number> => {
  const named = await staffNamed(trx, environmentIds, value);
  for (const { environmentId, staff } of named) {
    for (const table of ['loss_score', 'loss_finding'] as const)
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      await trx
        .deleteFrom(table)
        .where('environment_id', '=', environmentId)
        .where('kind', '=', 'staff')
        .where('entity', '=', staff)
        .execute();
    for (const table of ['retail_transaction', 'retail_payment'] as const)
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await trx
        .updateTable(table)
        .set({ staff: null })
        .where('environment_id', '=', environmentId)
        .where('staff', '=', staff)
        .execute();
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await trx
      .deleteFrom('retail_staff')
      .where('environment_id', '=', environmentId)
      .where('staff', '=', staff)
      .execute();
  }
  return named.length;
};
