import type { PaymentKind, RetailKind, TillCells } from '@redoubt/domain';
import { monthOfDate } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { TenantTransaction } from '../database/database.ts';

/** Further columns of a file, by name; those that name or may name a customer apart. */
type KeptCells = { readonly details: TillCells | null; readonly customer: TillCells | null };

/** A line of a file of transactions. Amounts in units of 1e-4. */
export type TransactionRow = {
  readonly transactionId: string;
  readonly receiptAt: string;
  readonly storeId: string;
  readonly terminalId: string;
  /** As tills have it; what is kept of it is a pseudonym. */
  readonly staffCode: string;
  readonly receiptId: string | null;
  readonly kind: RetailKind;
  readonly currency: string;
  readonly amount: number;
  readonly discount: number;
  readonly employeeDiscount: number;
  /** Keyed in on the total. */
  readonly manualDiscount: number;
  /** Of a return: whether it names the receipt of the sale. */
  readonly hasOriginal: boolean;
} & KeptCells;

export type LineRow = {
  readonly transactionId: string;
  readonly line: number;
  readonly itemId: string;
  readonly category: string;
  readonly amount: number;
  readonly discount: number;
  readonly manualDiscount: number;
  readonly hasOriginal: boolean;
  /** Taken back at the till before the end of the transaction: it is kept, and counts in no reason. */
  readonly isVoided: boolean;
} & KeptCells;

export type PaymentRow = {
  readonly transactionId: string;
  readonly line: number;
  readonly methodId: string;
  readonly amount: number;
  /** A digest that tells cards apart. */
  readonly card: string | null;
  /** Likewise. */
  readonly isVoided: boolean;
  /** Who took it, as tills have it; null where the file does not say. */
  readonly staffCode: string | null;
} & KeptCells;

export type PaymentMethodRow = { readonly methodId: string; readonly name: string; readonly kind: PaymentKind };

/** Where rows belong, and the file that they came with. */
export type RetailPlace = { readonly tenantId: Id; readonly environmentId: Id; readonly uploadId: Id | null };

/** Without letters and digits that are read for each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const newPseudonym = (): string => `S-${[...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;

/** Pseudonyms of staff; new ones are drawn for those who have none. */
const pseudonymsOf = async (
  trx: TenantTransaction,
  { tenantId, environmentId }: RetailPlace,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(codes)].toSorted();
  if (wanted.length === 0) return new Map();
  await trx
    .insertInto('retail_staff')
    .values(wanted.map((code) => ({ tenant_id: tenantId, environment_id: environmentId, staff: newPseudonym(), code })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id', 'code']).doNothing())
    .execute();
  const rows = await trx
    .selectFrom('retail_staff')
    .select(['staff', 'code'])
    .where('environment_id', '=', environmentId)
    .where('code', 'in', wanted)
    .execute();
  return new Map(rows.map(({ code, staff }) => [code, staff]));
};

/** Has the months of transactions scored again. */
const touchMonths = async (trx: TenantTransaction, place: RetailPlace, ids: readonly string[]): Promise<void> => {
  await sql`
    insert into retail_month (tenant_id, environment_id, month)
    select distinct ${place.tenantId}::uuid, ${place.environmentId}::uuid, month from retail_transaction
     where environment_id = ${place.environmentId} and transaction_id = any(${[...ids]})
     order by 3
    on conflict (tenant_id, environment_id, month) do update set changed = retail_month.changed + 1`.execute(trx);
};

/** Where rows stand, and the file that brought them. */
const placed = ({ tenantId, environmentId, uploadId }: RetailPlace) => ({
  tenant_id: tenantId,
  environment_id: environmentId,
  upload_id: uploadId,
});

const keptCells = ({ details, customer }: KeptCells) => ({
  details: details === null ? null : JSON.stringify(details),
  customer: customer === null ? null : JSON.stringify(customer),
});

/** Has the months of new rows scored again. @returns how many rows are new. */
const countNew = async (
  trx: TenantTransaction,
  place: RetailPlace,
  inserted: readonly { readonly id: string }[],
): Promise<number> => {
  await touchMonths(
    trx,
    place,
    inserted.map(({ id }) => id),
  );
  return inserted.length;
};

/** Keeps transactions; ones whose id was there before stay as they were. @returns how many are new. */
export const insertRetailTransactions = async (
  trx: TenantTransaction,
  place: RetailPlace,
  rows: readonly TransactionRow[],
): Promise<number> => {
  if (rows.length === 0) return 0;
  const staff = await pseudonymsOf(
    trx,
    place,
    rows.map(({ staffCode }) => staffCode),
  );
  const inserted = await trx
    .insertInto('retail_transaction')
    .values(
      rows.map((row) => ({
        ...placed(place),
        transaction_id: row.transactionId,
        receipt_at: row.receiptAt,
        day: row.receiptAt.slice(0, 10),
        month: monthOfDate(row.receiptAt),
        store_id: row.storeId,
        terminal_id: row.terminalId,
        staff: staff.get(row.staffCode) ?? null,
        receipt_id: row.receiptId,
        kind: row.kind,
        currency: row.currency,
        amount_units: row.amount,
        discount_units: row.discount,
        employee_discount_units: row.employeeDiscount,
        manual_discount_units: row.manualDiscount,
        has_original: row.hasOriginal,
        ...keptCells(row),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id', 'transaction_id']).doNothing())
    .returning('transaction_id as id')
    .execute();
  return countNew(trx, place, inserted);
};

/** Keeps items of receipts. @returns how many are new. */
export const insertRetailLines = async (
  trx: TenantTransaction,
  place: RetailPlace,
  rows: readonly LineRow[],
): Promise<number> => {
  if (rows.length === 0) return 0;
  const inserted = await trx
    .insertInto('retail_line')
    .values(
      rows.map((row) => ({
        ...placed(place),
        transaction_id: row.transactionId,
        line: row.line,
        item_id: row.itemId,
        category: row.category,
        amount_units: row.amount,
        discount_units: row.discount,
        manual_discount_units: row.manualDiscount,
        has_original: row.hasOriginal,
        is_voided: row.isVoided,
        ...keptCells(row),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id', 'transaction_id', 'line']).doNothing())
    .returning('transaction_id as id')
    .execute();
  return countNew(trx, place, inserted);
};

/** Keeps payments. @returns how many are new. */
export const insertRetailPayments = async (
  trx: TenantTransaction,
  place: RetailPlace,
  rows: readonly PaymentRow[],
): Promise<number> => {
  if (rows.length === 0) return 0;
  const codes = rows.flatMap(({ staffCode }) => (staffCode === null ? [] : [staffCode]));
  const staff = await pseudonymsOf(trx, place, codes);
  const inserted = await trx
    .insertInto('retail_payment')
    .values(
      rows.map((row) => ({
        ...placed(place),
        transaction_id: row.transactionId,
        line: row.line,
        method_id: row.methodId,
        amount_units: row.amount,
        card: row.card,
        is_voided: row.isVoided,
        staff: row.staffCode === null ? null : (staff.get(row.staffCode) ?? null),
        ...keptCells(row),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id', 'transaction_id', 'line']).doNothing())
    .returning('transaction_id as id')
    .execute();
  return countNew(trx, place, inserted);
};

const touchAllMonths = async (trx: TenantTransaction, { environmentId }: RetailPlace): Promise<void> => {
  await trx
    .updateTable('retail_month')
    .set((is) => ({ changed: is('changed', '+', 1) }))
    .where('environment_id', '=', environmentId)
    .execute();
};

/** Keeps payment methods; every month is scored again, as what a payment was may have changed. @returns how many are new. */
export const insertPaymentMethods = async (
  trx: TenantTransaction,
  place: RetailPlace,
  rows: readonly PaymentMethodRow[],
): Promise<number> => {
  if (rows.length === 0) return 0;
  const inserted = await trx
    .insertInto('retail_payment_method')
    .values(
      rows.map((row) => ({
        ...placed(place),
        method_id: row.methodId,
        name: row.name,
        kind: row.kind,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id', 'method_id']).doNothing())
    .returning('method_id as id')
    .execute();
  if (inserted.length > 0) await touchAllMonths(trx, place);
  return inserted.length;
};

/** Rows that one step removes. */
const REMOVED_AT_ONCE = 5000;

/** Removes some of the rows that a file brought. @returns how many; 0 where none is left. */
export const removeRetailRows = async (
  trx: TenantTransaction,
  place: Omit<RetailPlace, 'uploadId'> & { readonly uploadId: Id },
): Promise<number> => {
  const { environmentId, uploadId } = place;
  for (const table of ['retail_line', 'retail_payment', 'retail_transaction'] as const) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const found = await trx
      .selectFrom(table)
      .select('transaction_id as id')
      .where('environment_id', '=', environmentId)
      .where('upload_id', '=', uploadId)
      .limit(REMOVED_AT_ONCE)
      .execute();
    if (found.length === 0) continue;
    const ids = [...new Set(found.map(({ id }) => id))];
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await touchMonths(trx, place, ids);
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    const { numDeletedRows } = await trx
      .deleteFrom(table)
      .where('environment_id', '=', environmentId)
      .where('upload_id', '=', uploadId)
      .where('transaction_id', 'in', ids)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
  const { numDeletedRows } = await trx
    .deleteFrom('retail_payment_method')
    .where('environment_id', '=', environmentId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await touchAllMonths(trx, place);
  return Number(numDeletedRows);
};

/** Writes down what a step of storing a file did, in its transaction. */
export const advanceRetailImport = async (
  trx: TenantTransaction,
  uploadId: Id,
  { rows, stored, repeated }: { readonly rows: number; readonly stored: number; readonly repeated: number },
): Promise<void> => {
  await trx
    .updateTable('data_upload')
    .set((is) => ({
      done_rows: is('done_rows', '+', rows),
      stored: is('stored', '+', stored),
      repeated: is('repeated', '+', repeated),
    }))
    .where('upload_id', '=', uploadId)
    .execute();
};

/** Writes down how many rows of a file were taken back. */
export const undoRetailRows = async (trx: TenantTransaction, uploadId: Id, rows: number): Promise<void> => {
  await trx
    .updateTable('data_upload')
    .set((is) => ({ undone: is('undone', '+', rows) }))
    .where('upload_id', '=', uploadId)
    .execute();
};
