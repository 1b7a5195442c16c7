import type { ExchangeRate } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { ExchangeRateFile } from './currency.repository.ts';

/** Rates of a tree from one day to another, both included, by day; of all days where none are given. */
export const listExchangeRates = async (
  trx: TenantTransaction,
  rootId: Id,
  days: { readonly from: string; readonly to: string } = { from: '0001-01-01', to: '9999-12-31' },
): Promise<readonly ExchangeRate[]> => {
  const { rows } = await sql<ExchangeRate>`
    select to_char(day, 'YYYY-MM-DD') as day, base, quote, rate from exchange_rate
     where environment_id = ${rootId}::uuid and day between ${days.from}::date and ${days.to}::date
     order by exchange_rate.day, base, quote`.execute(trx);
  return rows;
};

/** Newest files last taken in. */
export const listExchangeRateFiles = async (
  trx: TenantTransaction,
  rootId: Id,
  limit: number,
): Promise<readonly (ExchangeRateFile & { readonly standing: number })[]> => {
  const { rows } = await sql<ExchangeRateFile & { readonly standing: number }>`
    select file_id as id, name, layout, rates, added, changed, to_char(from_day, 'YYYY-MM-DD') as "from",
           to_char(to_day, 'YYYY-MM-DD') as "to", uploaded_by as "uploadedBy", uploaded_at as "uploadedAt",
           (select count(*)::int from exchange_rate r where r.tenant_id = f.tenant_id and r.file_id = f.file_id) as standing
      from exchange_rate_file f where environment_id = ${rootId}::uuid
     order by uploaded_at desc, file_id limit ${limit}`.execute(trx);
  return rows;
};

/** What is known of each pair of currencies. */
export type RatePair = {
  readonly base: string;
  readonly quote: string;
  readonly days: number;
  readonly from: string;
  readonly to: string;
  /** Of the newest day. */
  readonly rate: number;
};

export const listRatePairs = async (trx: TenantTransaction, rootId: Id): Promise<readonly RatePair[]> => {
  const { rows } = await sql<RatePair>`
    select base, quote, count(*)::int as days, to_char(min(day), 'YYYY-MM-DD') as "from",
           to_char(max(day), 'YYYY-MM-DD') as "to", (array_agg(rate order by day desc))[1] as rate
      from exchange_rate where environment_id = ${rootId}::uuid group by base, quote order by base, quote`.execute(trx);
  return rows;
};

/** Days that have a rate, from one day on. */
export const listRateDays = async (trx: TenantTransaction, rootId: Id, from: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from exchange_rate
     where environment_id = ${rootId}::uuid and day >= ${from}::date group by exchange_rate.day order by exchange_rate.day`.execute(
    trx,
  );
  return rows.map(({ day }) => day);
};
