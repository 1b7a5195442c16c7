import type { TillCells } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Whether one of the cells about the customer is the value. */
const namesCustomer = (value: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from jsonb_each_text(customer) cell where lower(trim(cell.value)) = ${value.trim().toLowerCase()})`;

/** A till transaction with what its file says about the customer. */
export type TillCustomer = {
  readonly transactionId: string;
  readonly receiptAt: Date;
  readonly storeId: string;
  readonly customer: TillCells | null;
};

/** Till transactions of some environments whose customer has the value, such as an account or a loyalty card; newest first. */
export const readTillCustomers = (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
  limit: number,
): Promise<readonly TillCustomer[]> =>
  trx
    .selectFrom('retail_transaction')
    .select(['transaction_id as transactionId', 'receipt_at as receiptAt', 'store_id as storeId', 'customer'])
    .where('environment_id', 'in', environmentIds)
    .where('customer', 'is not', null)
    .where(namesCustomer(value))
    .orderBy('receipt_at', 'desc')
    .limit(limit)
    .execute();

/** Removes what such transactions say about their customer; the transactions stay. @returns how many they were. */
export const eraseTillCustomers = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('retail_transaction')
    .set({ customer: null })
    .where('environment_id', 'in', environmentIds)
    .where('customer', 'is not', null)
    .where(namesCustomer(value))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
