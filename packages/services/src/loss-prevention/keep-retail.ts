import { PAYMENT_KINDS, type RetailTransaction } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  insertPaymentMethods,
  insertRetailLines,
  insertRetailPayments,
  insertRetailTransactions,
  type Database,
} from '@redoubt/storage';

/** Transactions that one transaction of the database keeps; a statement takes at most 65,535 values. */
const AT_ONCE = 1000;

/** What files say beyond it. */
const NOTHING_MORE = { details: null, customer: null };

/** Keeps whole transactions whose payments are of known kinds: those of the made-up chain, which come with no file. */
export const keepRetailTransactions = async (
  database: Database,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
  transactions: Iterable<RetailTransaction>,
): Promise<void> => {
  const place = { tenantId, environmentId, uploadId: null };
  const methods = PAYMENT_KINDS.map((kind) => ({ methodId: kind, name: kind, kind }));
  await database.inTenant(tenantId, (trx) => insertPaymentMethods(trx, place, methods));
  const keep = (batch: readonly RetailTransaction[]): Promise<void> =>
    database.inTenant(tenantId, async (trx) => {
      const rows = batch.map(({ id, date, staffId, lines: _lines, payments: _payments, ...rest }) => {
        const hour = String(9 + (id.charCodeAt(id.length - 1) % 11)).padStart(2, '0');
        const receiptAt = `${date}T${hour}:00:00Z`;
        return {
          ...rest,
          transactionId: id,
          receiptAt,
          staffCode: staffId ?? '',
          receiptId: `R-${id}`,
          ...NOTHING_MORE,
        };
      });
      await insertRetailTransactions(trx, place, rows);
      const lines = batch.flatMap(({ id, lines: all }) =>
        all.map((line, at) => ({ ...line, ...NOTHING_MORE, isVoided: false, transactionId: id, line: at })),
      );
      await insertRetailLines(trx, place, lines);
      const payments = batch.flatMap(({ id, payments: all }) =>
        all.map(({ kind, amount, card }, at) => ({
          ...NOTHING_MORE,
          isVoided: false,
          staffCode: null,
          transactionId: id,
          line: at,
          methodId: kind,
          amount,
          card,
        })),
      );
      await insertRetailPayments(trx, place, payments);
    });
  let batch: RetailTransaction[] = [];
  for (const transaction of transactions) {
    batch.push(transaction);
    if (batch.length < AT_ONCE) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one batch at a time is held
    await keep(batch);
    batch = [];
  }
  if (batch.length > 0) await keep(batch);
};
