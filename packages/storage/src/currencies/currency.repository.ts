import type { CurrencySettings, ExchangeRate } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

type Changed = { readonly by: string; readonly at: Date };

export type StoredCurrencySettings = {
  readonly settings: CurrencySettings;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** One at a time changes rates or the currency of a tree. */
export const lockCurrencies = async (trx: TenantTransaction, rootId: Id): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`currencies ${rootId}`}, 0))`.execute(trx);
};

/** What a tree of environments adds amounts up in; undefined where nothing was chosen. */
export const findCurrencySettings = async (
  trx: TenantTransaction,
  rootId: Id,
): Promise<StoredCurrencySettings | undefined> => {
  const row = await trx
    .selectFrom('currency_settings')
    .selectAll()
    .where('environment_id', '=', rootId)
    .executeTakeFirst();
  return (
    row && {
      settings: { currency: row.currency, maxAgeDays: row.max_age_days },
      changedBy: row.changed_by,
      changedAt: row.changed_at,
      version: row.version,
    }
  );
};

export const saveCurrencySettings = async (
  trx: TenantTransaction,
  tenantId: Id,
  rootId: Id,
  { currency, maxAgeDays }: CurrencySettings,
  { by, at }: Changed,
): Promise<void> => {
  const content = { currency, max_age_days: maxAgeDays, changed_by: by, changed_at: at };
  await trx
    .insertInto('currency_settings')
    .values({ tenant_id: tenantId, environment_id: rootId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('currency_settings.version', '+', 1) })),
    )
    .execute();
};

/** Rates that one statement writes: its arrays stay below a few megabytes. */
const RATES_AT_ONCE = 20_000;

/** Puts rates where they are new or other than before, as what one file said. */
export const saveExchangeRates = async (
  trx: TenantTransaction,
  { tenantId, rootId, fileId }: { readonly tenantId: Id; readonly rootId: Id; readonly fileId: Id },
  rates: readonly ExchangeRate[],
): Promise<{ readonly added: number; readonly changed: number }> => {
  let [added, changed] = [0, 0];
  for (let from = 0; from < rates.length; from += RATES_AT_ONCE) {
    const some = rates.slice(from, from + RATES_AT_ONCE);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    const { rows } = await sql<{ added: number; changed: number }>`
      with written as (
        insert into exchange_rate as r (tenant_id, environment_id, day, base, quote, rate, file_id)
        select ${tenantId}::uuid, ${rootId}::uuid, day, base, quote, rate, ${fileId}::uuid
          from unnest(${some.map(({ day }) => day)}::date[], ${some.map(({ base }) => base)}::text[],
                      ${some.map(({ quote }) => quote)}::text[], ${some.map(({ rate }) => rate)}::float8[])
            as x(day, base, quote, rate)
        on conflict (tenant_id, environment_id, day, base, quote) do update
          set rate = excluded.rate, file_id = excluded.file_id where r.rate <> excluded.rate
        returning xmax = 0 as is_new)
      select (count(*) filter (where is_new))::int as added, (count(*) filter (where not is_new))::int as changed
        from written`.execute(trx);
    added += rows[0]?.added ?? 0;
    changed += rows[0]?.changed ?? 0;
  }
  return { added, changed };
};

export type ExchangeRateFile = {
  readonly id: Id;
  readonly name: string;
  readonly layout: 'rows' | 'ecb';
  readonly rates: number;
  readonly added: number;
  readonly changed: number;
  readonly from: string;
  readonly to: string;
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
};

export const insertExchangeRateFile = async (
  trx: TenantTransaction,
  tenantId: Id,
  rootId: Id,
  file: ExchangeRateFile,
): Promise<void> => {
  await trx
    .insertInto('exchange_rate_file')
    .values({
      tenant_id: tenantId,
      environment_id: rootId,
      file_id: file.id,
      name: file.name,
      layout: file.layout,
      rates: file.rates,
      added: file.added,
      changed: file.changed,
      from_day: file.from,
      to_day: file.to,
      uploaded_by: file.uploadedBy,
      uploaded_at: file.uploadedAt,
    })
    .execute();
};

/** Forgets a file, with the rates that it said last; undefined where there is no such file. */
export const deleteExchangeRateFile = async (
  trx: TenantTransaction,
  rootId: Id,
  fileId: Id,
): Promise<{ readonly name: string; readonly removed: number } | undefined> => {
  const file = await trx
    .deleteFrom('exchange_rate_file')
    .where('environment_id', '=', rootId)
    .where('file_id', '=', fileId)
    .returning('name')
    .executeTakeFirst();
  if (file === undefined) return undefined;
  const { numDeletedRows } = await trx
    .deleteFrom('exchange_rate')
    .where('environment_id', '=', rootId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return { name: file.name, removed: Number(numDeletedRows) };
};
