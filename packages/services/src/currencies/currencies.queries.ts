import type { CurrencyDetail, getRateHistory as historyEndpoint, QueryOf, RateHistory } from '@redoubt/contracts';
import { allows, dayText, DEFAULT_CURRENCY_SETTINGS, weekdaysWithout } from '@redoubt/domain';
import { csvLine, DAY_MS } from '@redoubt/kernel';
import {
  findCurrencySettings,
  listEnvironments,
  listExchangeRateFiles,
  listExchangeRates,
  listRateDays,
  listRatePairs,
  type ExchangeRateFile,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';
import { Turns } from '../turns.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import { readRatesInto } from './tree-rates.ts';

const FILES_SHOWN = 50;
const GAP_DAYS = 366;

/** The root of the tree that an environment stands in, whose currency and rates count there. */
export const readCurrencyRoot = async (
  trx: TenantTransaction,
  { environmentId }: Pick<EnvironmentContext, 'environmentId'>,
): Promise<CurrencyDetail['root']> => {
  const environments = await listEnvironments(trx);
  const id = rootOf(environments, environmentId);
  return {
    id,
    name: environments.find((each) => each.id === id)?.name ?? id,
    isHere: id === environmentId,
  };
};

export const asUploadedFile = ({
  uploadedBy: by,
  uploadedAt,
  ...file
}: ExchangeRateFile & { readonly standing: number }): CurrencyDetail['files'][number] => ({
  ...file,
  uploaded: { by, at: uploadedAt.toISOString() },
});

export const readCurrencyDetail = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
): Promise<CurrencyDetail> => {
  const root = await readCurrencyRoot(trx, context);
  const stored = await findCurrencySettings(trx, root.id);
  const settings = stored?.settings ?? DEFAULT_CURRENCY_SETTINGS;
  const nowMs = context.clock.now();
  const pairs = await listRatePairs(trx, root.id);
  const table = await readRatesInto(trx, root.id, settings, { fromMs: nowMs, toMs: nowMs });
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const others = [...new Set(pairs.flatMap(({ base, quote }) => [base, quote]))].toSorted();
  return {
    root,
    ...settings,
    changed: stored ? { by: stored.changedBy, at: stored.changedAt.toISOString() } : null,
    version: tagOf(stored?.version ?? 0),
    canWrite: root.isHere && allows(context.capabilities, 'adminConfiguration:write'),
    pairs: pairs.map((pair) => ({ ...pair })),
    current:
      table === null
        ? []
        : others
            .filter((currency) => currency !== table.currency)
            .map((currency) => {
              const found = table.rateOn(currency, today);
              return { currency, rate: found?.rate ?? null, day: found && dayText(found.dayMs) };
            }),
    gaps: [...weekdaysWithout(await listRateDays(trx, root.id, dayText(nowMs - GAP_DAYS * DAY_MS)))],
    files: (await listExchangeRateFiles(trx, root.id, FILES_SHOWN)).map(asUploadedFile),
  };
};

/** The currency of the tree that the environment stands in, with the rates that are there. */
export const getCurrencies = (context: EnvironmentContext): Promise<CurrencyDetail> =>
  reading(context, (trx) => readCurrencyDetail(trx, context));

/** The rates that count now, as a file that can be uploaded again. */
export const exportExchangeRates = async (context: EnvironmentContext): Promise<string> => {
  const rates = await reading(context, async (trx) =>
    listExchangeRates(trx, (await readCurrencyRoot(trx, context)).id),
  );
  const lines = ['date,base,quote,rate'];
  const turns = new Turns();
  for (const { day, base, quote, rate } of rates) {
    lines.push(csvLine([day, base, quote, String(rate)]));
    // oxlint-disable-next-line eslint/no-await-in-loop -- others have their turn
    if (turns.isOver) await turns.next();
  }
  return `${lines.join('\r\n')}\r\n`;
};

/** What one unit of a currency was worth, day by day up to today. */
export const getRateHistory = (
  context: EnvironmentContext,
  { currency, days }: QueryOf<typeof historyEndpoint>,
): Promise<RateHistory> =>
  reading(context, async (trx) => {
    const { id } = await readCurrencyRoot(trx, context);
    const settings = (await findCurrencySettings(trx, id))?.settings ?? DEFAULT_CURRENCY_SETTINGS;
    const toMs = Math.floor(context.clock.now() / DAY_MS) * DAY_MS;
    const fromMs = toMs - (days - 1) * DAY_MS;
    const table = await readRatesInto(trx, id, settings, { fromMs, toMs });
    const points =
      table === null
        ? []
        : Array.from({ length: days }, (_, at) => {
            const dayMs = fromMs + at * DAY_MS;
            return { day: dayText(dayMs), rate: table.rateOn(currency, dayMs)?.rate ?? null };
          });
    return { into: settings.currency, points };
  });
