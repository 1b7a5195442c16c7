import type { Kysely } from 'kysely';
import { createAlerts } from './alerts.ts';
import { createCurrencies } from './currencies.ts';
import { createControlShare } from './control-share.ts';
import { createCostModel } from './cost-model.ts';
import { createLossPrevention } from './loss-prevention.ts';
import { createMail } from './mail.ts';
import { createMonitorValues } from './monitor-values.ts';
import { createReports } from './reports.ts';
import { createRulePruning } from './rule-pruning.ts';
import { createSavedViews } from './saved-views.ts';
import { createUploads } from './uploads.ts';

/**
 * What reports are read from and sent with, files of past events, exchange rates, control shares, costs, views of pages, loss
 * prevention, and what rules of a set are worth.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await createReports(db);
  await createUploads(db);
  await createCurrencies(db);
  await createControlShare(db);
  await createCostModel(db);
  await createSavedViews(db);
  await createMail(db);
  await createLossPrevention(db);
  await createMonitorValues(db);
  await createAlerts(db);
  await createRulePruning(db);
};
