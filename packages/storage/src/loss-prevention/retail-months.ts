import { offerKey, OFFER_SALES, type RetailTransaction, type ScoredMonth } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Months whose transactions changed since they were scored, oldest first, with the state that is to be scored. */
export const changedMonths = (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly { readonly month: string; readonly changed: number }[]> =>
  trx
    .selectFrom('retail_month')
    .select([sql<string>`month::text`.as('month'), 'changed'])
    .where('environment_id', '=', environmentId)
    .whereRef('scored', '<', 'changed')
    .orderBy('retail_month.month')
    .execute();

/** Items that were on offer in a month, by the rule of `offersOf`. */
export const readOffers = async (
  trx: TenantTransaction,
  environmentId: Id,
  month: string,
): Promise<ReadonlySet<string>> => {
  const rows = await trx
    .selectFrom('retail_transaction as t')
    .innerJoin('retail_line as l', (join) =>
      join
        .onRef('l.tenant_id', '=', 't.tenant_id')
        .onRef('l.environment_id', '=', 't.environment_id')
        .onRef('l.transaction_id', '=', 't.transaction_id'),
    )
    .select([sql<string>`t.day::text`.as('day'), 'l.item_id as itemId'])
    .where('t.environment_id', '=', environmentId)
    .where('t.month', '=', month)
    .where('t.kind', '=', 'sale')
    .where('l.is_voided', '=', false)
    .groupBy(['t.day', 'l.item_id'])
    .having(sql<boolean>`count(*) >= ${OFFER_SALES} and 2 * count(*) filter (where l.discount_units > 0) > count(*)`)
    .execute();
  return new Set(rows.map(({ itemId, day }) => offerKey(itemId, day)));
};

/**
 * Transactions of a month behind an id, in the order of ids. Items and payments are asked for by their ids: a join of derived
 * tables is planned without knowing how few there are.
 */
export const readRetailPage = async (
  trx: TenantTransaction,
  environmentId: Id,
  month: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly RetailTransaction[]> => {
  const page = await trx
    .selectFrom('retail_transaction')
    .select([
      'transaction_id as id',
      sql<string>`day::text`.as('date'),
      'store_id as storeId',
      'terminal_id as terminalId',
      'staff as staffId',
      'kind',
      'currency',
      'amount_units as amount',
      'discount_units as discount',
      'employee_discount_units as employeeDiscount',
      'manual_discount_units as manualDiscount',
      'has_original as hasOriginal',
    ])
    .where('environment_id', '=', environmentId)
    .where('month', '=', month)
    .where('transaction_id', '>', after)
    .orderBy('transaction_id')
    .limit(limit)
    .execute();
  const ids = page.map(({ id }) => id);
  const lines = await trx
    .selectFrom('retail_line')
    .select([
      'transaction_id as id',
      'item_id as itemId',
      'category',
      'amount_units as amount',
      'discount_units as discount',
      'manual_discount_units as manualDiscount',
      'has_original as hasOriginal',
    ])
    .where('environment_id', '=', environmentId)
    .where('transaction_id', '=', sql<string>`any(${ids})`)
    .where('is_voided', '=', false)
    .orderBy('line')
    .execute();
  const methods = await trx
    .selectFrom('retail_payment_method')
    .select(['method_id as id', 'kind'])
    .where('environment_id', '=', environmentId)
    .execute();
  const kinds = new Map(methods.map(({ id, kind }) => [id, kind]));
  const payments = await trx
    .selectFrom('retail_payment')
    .select(['transaction_id as id', 'method_id as methodId', 'amount_units as amount', 'card'])
    .where('environment_id', '=', environmentId)
    .where('transaction_id', '=', sql<string>`any(${ids})`)
    .where('is_voided', '=', false)
    .orderBy('line')
    .execute();
  const linesOf = Map.groupBy(lines, ({ id }) => id);
  const paymentsOf = Map.groupBy(payments, ({ id }) => id);
  return page.map((each) => ({
    ...each,
    lines: linesOf.get(each.id) ?? [],
    payments: (paymentsOf.get(each.id) ?? []).map(({ methodId, amount, card }) => ({
      kind: kinds.get(methodId) ?? 'other',
      amount,
      card,
    })),
  }));
};

/** Rows of one statement: each has seven values. */
const SCORES_AT_ONCE = 2000;

/** Puts the scores of a month in place of those that were there. */
export const saveScores = async (
  trx: TenantTransaction,
  place: { readonly tenantId: Id; readonly environmentId: Id; readonly month: string },
  { changed, at, scored }: { readonly changed: number; readonly at: Date; readonly scored: ScoredMonth },
): Promise<void> => {
  const { tenantId, environmentId, month } = place;
  await trx.deleteFrom('loss_score').where('environment_id', '=', environmentId).where('month', '=', month).execute();
  const rows = (['staff', 'terminal'] as const).flatMap((kind) =>
    scored[kind].entities.map(({ id, score, transactions, amounts, reasons }) => ({
      tenant_id: tenantId,
      environment_id: environmentId,
      kind,
      entity: id,
      month,
      score,
      transactions,
      amounts: JSON.stringify(amounts),
      reasons: JSON.stringify(reasons),
    })),
  );
  for (let from = 0; from < rows.length; from += SCORES_AT_ONCE)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await trx
      .insertInto('loss_score')
      .values(rows.slice(from, from + SCORES_AT_ONCE))
      .execute();
  const population = { staff: scored.staff.population, terminal: scored.terminal.population };
  const transactions = scored.terminal.entities.reduce((sum, each) => sum + each.transactions, 0);
  await trx
    .updateTable('retail_month')
    .set({ scored: changed, scored_at: at, transactions, population: JSON.stringify(population) })
    .where('environment_id', '=', environmentId)
    .where('month', '=', month)
    .execute();
  // A month whose transactions were all taken back.
  await trx
    .deleteFrom('retail_month')
    .where('environment_id', '=', environmentId)
    .where('month', '=', month)
    .where('transactions', '=', 0)
    .where('changed', '=', changed)
    .execute();
};

/** Removes what is older than a month, findings of that time included. */
export const expireLossPrevention = async (trx: TenantTransaction, before: string): Promise<void> => {
  const old = trx.selectFrom('retail_transaction').select('transaction_id').where('month', '<', before);
  for (const table of ['retail_line', 'retail_payment'] as const)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await trx.deleteFrom(table).where('transaction_id', 'in', old).execute();
  for (const table of ['retail_transaction', 'retail_month', 'loss_score'] as const)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await trx.deleteFrom(table).where('month', '<', before).execute();
  await trx.deleteFrom('loss_finding').where('created_at', '<', new Date(before)).execute();
  await sql`delete from retail_staff s where not exists (
    select from retail_transaction t where t.tenant_id = s.tenant_id and t.environment_id = s.environment_id
       and t.staff = s.staff)`.execute(trx);
};
