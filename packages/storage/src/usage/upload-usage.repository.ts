import type { RetailSet } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** The files whose lines count as usage: loss prevention scores what they hold. */
export const COUNTED_SET = 'retailTransactions' satisfies RetailSet;

/**
 * Sets what a file counts as usage to the lines of it that were new. Called in the transaction that stores lines; the count of
 * the file moves on with its position, so a step that is done again, or this on its own, changes nothing.
 *
 * @param at when the lines are stored; the first such moment stays
 */
export const countUploadUsage = async (trx: TenantTransaction, uploadId: Id, at: Date): Promise<void> => {
  await sql`
    insert into usage_upload (tenant_id, environment_id, upload_id, hour, transactions)
    select tenant_id, environment_id, upload_id, date_trunc('hour', ${at}::timestamptz, 'UTC'), stored
      from data_upload where upload_id = ${uploadId} and data_set = ${COUNTED_SET} and stored > 0
    on conflict (tenant_id, upload_id) do update set transactions = excluded.transactions`.execute(trx);
};
