import type { RateTable } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Rates by day and number of the currency, as columns of a table. */
export type CodedRates = {
  readonly days: readonly Date[];
  readonly currencies: readonly number[];
  readonly rates: readonly number[];
};

/** The rate of each day and currency that events of the tenant ever had. */
export const encodeRates = async (
  trx: TenantTransaction,
  table: RateTable,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<CodedRates> => {
  const known = await trx
    .selectFrom('report_value')
    .select(['code', 'value'])
    .where('value', 'in', [...table.currencies])
    .execute();
  const cells = known.flatMap(({ code, value }) =>
    Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, at) => {
      const dayMs = fromMs + at * DAY_MS;
      return { day: new Date(dayMs), code, rate: table.rateOn(value, dayMs)?.rate ?? null };
    }).flatMap(({ rate, ...cell }) => (rate === null ? [] : [{ ...cell, rate }])),
  );
  return {
    days: cells.map(({ day }) => day),
    currencies: cells.map(({ code }) => code),
    rates: cells.map(({ rate }) => rate),
  };
};

/** Joins the rate of the currency of each row `c` on its day, as `x.rate`; null where there is none. */
export const joinRates = ({ days, currencies, rates }: CodedRates, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left join unnest(${days}::timestamptz[], ${currencies}::int[], ${rates}::float8[]) as x(day, currency, rate)
    on x.currency = c.currency and x.day = ${day}`;
