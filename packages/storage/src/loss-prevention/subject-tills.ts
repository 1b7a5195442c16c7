import type { TillCells } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Whether one of the cells about the customer is the value. */
const namesCustomer = (
  value: string,
  cells: RawBuilder<unknown> = sql`customer`,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from jsonb_each_text(${cells}) cell where lower(trim(cell.value)) = ${value.trim().toLowerCase()})`;

/** A till transaction, or one of its lines or payments, with what its file says about the customer. */
export type TillCustomer = {
  readonly transactionId: string;
  /** Null of the transaction itself. */
  readonly line: number | null;
  /** Null of a line whose transaction was not uploaded. */
  readonly receiptAt: Date | null;
  readonly storeId: string | null;
  readonly customer: TillCells;
};

const linesNaming = (table: 'retail_line' | 'retail_payment', environments: string[], value: string) => sql`
  select l.transaction_id, l.line, t.receipt_at, t.store_id, l.customer from ${sql.table(table)} l
    left join retail_transaction t on t.tenant_id = l.tenant_id and t.environment_id = l.environment_id
          and t.transaction_id = l.transaction_id
   where l.environment_id = any(${environments}::uuid[]) and l.customer is not null
     and ${namesCustomer(value, sql`l.customer`)}`;

/** Till transactions of some environments whose customer has the value, such as an account or a loyalty card; newest first. */
export const readTillCustomers = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
  limit: number,
): Promise<readonly TillCustomer[]> => {
  const environments = [...environmentIds];
  const { rows } = await sql<TillCustomer>`
    select transaction_id as "transactionId", line, receipt_at as "receiptAt", store_id as "storeId", customer from (
      select transaction_id, null::integer as line, receipt_at, store_id, customer from retail_transaction
       where environment_id = any(${environments}::uuid[]) and customer is not null and ${namesCustomer(value)}
      union all ${linesNaming('retail_line', environments, value)}
      union all ${linesNaming('retail_payment', environments, value)}) named
     order by receipt_at desc nulls last, transaction_id, line nulls first limit ${limit}`.execute(trx);
  return rows;
};

/** Removes what such transactions, lines and payments say about their customer; they stay. @returns how many they were. */
export const eraseTillCustomers = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<number> => {
  let erased = 0;
  for (const table of ['retail_transaction', 'retail_line', 'retail_payment'] as const) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set({ customer: null })
      .where('environment_id', 'in', environmentIds)
      .where('customer', 'is not', null)
      .where(namesCustomer(value))
      .executeTakeFirst();
    erased += Number(numUpdatedRows);
  }
  return erased;
};
