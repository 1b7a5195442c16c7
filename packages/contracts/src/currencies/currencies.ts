import { MAX_RATE_AGE_DAYS, MAX_RATE_FILE_NAME } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/currencies';
/** ISO 4217. */
const currencyCode = z.string().regex(/^[A-Z]{3}$/);
const count = z.number().int();
const day = z.iso.date();

const rateFile = z.strictObject({
  id: guid,
  name: z.string(),
  /** One rate a line, or as the European Central Bank publishes its reference rates. */
  layout: z.enum(['rows', 'ecb']),
  /** Rates in it; those that were new, and those that were other before. */
  rates: count,
  added: count,
  changed: count,
  /** Rates that it was the last to say. */
  standing: count,
  from: day,
  to: day,
  uploaded: authorship,
});

const currencyDetail = z.strictObject({
  /** The settings and rates are those of the whole tree of environments, and are changed in its root. */
  root: z.strictObject({ id: guid, name: z.string(), isHere: z.boolean() }),
  /** What amounts are converted to; null where each currency stands alone. */
  currency: z.string().nullable(),
  /** How many days before an event the newest rate may lie. */
  maxAgeDays: count,
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
  /** What was uploaded, by pair of currencies. */
  pairs: z.array(
    z.strictObject({
      base: z.string(),
      quote: z.string(),
      days: count,
      from: day,
      to: day,
      /** One unit of `base` in units of `quote`, on the last day. */
      rate: z.number(),
    }),
  ),
  /** Into the currency that amounts are converted to, what one unit of another is worth now; null without a rate that is new enough. */
  current: z.array(z.strictObject({ currency: z.string(), rate: z.number().nullable(), day: day.nullable() })),
  /** Mondays to Fridays of the last year that have no rate between days that have. */
  gaps: z.array(day),
  /** The newest ones. */
  files: z.array(rateFile),
});
export type CurrencyDetail = z.infer<typeof currencyDetail>;

export const getCurrencies = defineEndpoint({
  id: 'currencies.get',
  summary: 'The currency that amounts are converted to, and the exchange rates that are there for it.',
  method: 'GET',
  path: base,
  permission: 'adminConfiguration:read',
  params: environmentParams,
  response: currencyDetail,
});

export const putCurrencySettings = defineEndpoint({
  id: 'currencies.configure',
  summary: 'Choose the currency that amounts are converted to, and how old a rate may be.',
  method: 'PUT',
  path: base,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: z.strictObject({
    version: versionTag,
    currency: currencyCode.nullable(),
    maxAgeDays: z.number().int().min(0).max(MAX_RATE_AGE_DAYS),
  }),
  response: currencyDetail,
  errors: ['CURRENCY-NOT-ROOT', 'CURRENCY-SETTINGS-STALE'],
});

export const uploadExchangeRates = defineEndpoint({
  id: 'currencies.rates.upload',
  summary: 'Take in exchange rates: date,base,quote,rate, or a file of the European Central Bank as it is.',
  method: 'POST',
  path: `${base}/rates`,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  query: z.strictObject({
    /** Of the file. */
    name: z.string().trim().min(1).max(MAX_RATE_FILE_NAME),
  }),
  bodyKind: 'csv',
  body: z.string(),
  response: rateFile,
  errors: ['CURRENCY-NOT-ROOT', 'RATE-FILE-INVALID', 'RATE-FILE-TOO-LARGE'],
});
export type ExchangeRateUpload = z.infer<typeof rateFile>;

export const exportExchangeRates = defineEndpoint({
  id: 'currencies.rates.export',
  summary: 'The exchange rates that count now, one a line: date,base,quote,rate.',
  method: 'GET',
  path: `${base}/rates`,
  permission: 'adminConfiguration:read',
  params: environmentParams,
  response: z.string(),
  responseType: 'csv',
});

export const getRateHistory = defineEndpoint({
  id: 'currencies.rates.history',
  summary: 'What one unit of a currency was worth in the one that amounts are converted to, by day.',
  method: 'GET',
  path: `${base}/history`,
  permission: 'adminConfiguration:read',
  params: environmentParams,
  query: z.strictObject({ currency: currencyCode, days: z.coerce.number().int().min(7).max(366).default(180) }),
  response: z.strictObject({
    /** Null where each currency stands alone. */
    into: z.string().nullable(),
    /** One for each day up to today; null where no rate is new enough. */
    points: z.array(z.strictObject({ day, rate: z.number().nullable() })),
  }),
});
export type RateHistory = z.infer<typeof getRateHistory.response>;

export const removeExchangeRates = defineEndpoint({
  id: 'currencies.rates.remove',
  summary: 'Remove the exchange rates that a file was the last to say.',
  method: 'DELETE',
  path: `${base}/rates/:fileId`,
  permission: 'adminConfiguration:write',
  params: environmentParams.extend({ fileId: guid }),
  response: currencyDetail,
  errors: ['CURRENCY-NOT-ROOT', 'RATE-FILE-UNKNOWN'],
});
