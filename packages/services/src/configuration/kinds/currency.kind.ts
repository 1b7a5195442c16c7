import { isCurrencyCode, MAX_RATE_AGE_DAYS, type CurrencySettings } from '@redoubt/domain';
import { findCurrencySettings } from '@redoubt/storage';
import { z } from 'zod';
import { putCurrencySettings } from '../../currencies/currencies.commands.ts';
import { tagOf } from '../../version-tag.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { yamlFile } from '../yaml-file.ts';
import { contentReader } from './yaml-reader.ts';

const PATH = 'currency.yaml';

const schema = z.strictObject({
  currency: z.string().refine(isCurrencyCode, 'is no currency: three capitals of ISO 4217').nullable(),
  maxAgeDays: z.number().int().min(0).max(MAX_RATE_AGE_DAYS),
});

/** What amounts of a tree are converted to, in its root. Exchange rates are data, and no part of it. */
export const currencyKind: ResourceKind<CurrencySettings> = {
  kind: 'currency',
  capability: 'adminConfiguration',
  owns: (path) => path === PATH,
  nameOf: () => 'currency',
  filesOf: ({ currency, maxAgeDays }) => [yamlFile(PATH, { currency, maxAgeDays })],
  read: contentReader(schema),
  load: async (trx, { environmentId }) => {
    const stored = await findCurrencySettings(trx, environmentId);
    return stored ? [stored.settings] : [];
  },
  put: async (trx, context, settings) => {
    const stored = await findCurrencySettings(trx, context.environmentId);
    await putCurrencySettings(context, { version: tagOf(stored?.version ?? 0), ...settings });
  },
};
