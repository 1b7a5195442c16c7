import { dayText, DEFAULT_CURRENCY_SETTINGS, rateTable, type CurrencySettings, type RateTable } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { findCurrencySettings, listEnvironments, listExchangeRates, type TenantTransaction } from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';

/** Days of events, as milliseconds since 1970. */
type Days = { readonly fromMs: number; readonly toMs: number };

/** Rates into the currency of a tree that count on some days; null where each currency stands alone. */
export const readRatesInto = async (
  trx: TenantTransaction,
  rootId: Id,
  { currency, maxAgeDays }: CurrencySettings,
  { fromMs, toMs }: Days,
): Promise<RateTable | null> => {
  if (currency === null) return null;
  const days = { from: dayText(fromMs - maxAgeDays * DAY_MS), to: dayText(toMs) };
  return rateTable(currency, await listExchangeRates(trx, rootId, days), maxAgeDays);
};

/** Rates that convert the amounts of an environment on some days; null where each currency stands alone. */
export const readTreeRates = async (
  trx: TenantTransaction,
  environmentId: Id,
  days: Days,
): Promise<RateTable | null> => {
  const rootId = rootOf(await listEnvironments(trx), environmentId);
  const stored = await findCurrencySettings(trx, rootId);
  return readRatesInto(trx, rootId, stored?.settings ?? DEFAULT_CURRENCY_SETTINGS, days);
};
