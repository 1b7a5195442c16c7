import type { Readable } from 'node:stream';
import type { BodyOf, CurrencyDetail, ExchangeRateUpload, putCurrencySettings as endpoint } from '@redoubt/contracts';
import { DEFAULT_CURRENCY_SETTINGS, fail, rateDays, rootIdOf } from '@redoubt/domain';
import { invariant, newId, type Id } from '@redoubt/kernel';
import {
  deleteExchangeRateFile,
  findCurrencySettings,
  insertExchangeRateFile,
  listEnvironments,
  lockCurrencies,
  rateOpenCases,
  saveCurrencySettings,
  saveExchangeRates,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { asUploadedFile, readCurrencyDetail, readCurrencyRoot } from './currencies.queries.ts';
import { readUsableRates } from './read-rate-file.ts';

/** Orders open cases of the tree by amounts as they are converted now. */
const orderCasesAnew = async (trx: TenantTransaction, rootId: Id): Promise<void> => {
  const byId = new Map((await listEnvironments(trx)).map((environment) => [environment.id, environment]));
  const inTree = [...byId.keys()].filter((id) => rootIdOf(id, byId) === rootId);
  await rateOpenCases(trx, rootId, inTree);
};

const recordSettings = recordOf('CurrencySettings');
const recordRates = recordOf('ExchangeRates');

/** The environment of the call, which has to be the root: what is chosen here counts below it too. */
const takeRoot = async (trx: TenantTransaction, context: EnvironmentContext): Promise<Id> => {
  const { id, name, isHere } = await readCurrencyRoot(trx, context);
  if (!isHere) throw fail('CURRENCY-NOT-ROOT', { name });
  await lockCurrencies(trx, id);
  return id;
};

/** Chooses what amounts are converted to. Throws CURRENCY-NOT-ROOT, CURRENCY-SETTINGS-STALE. */
export const putCurrencySettings = (
  context: EnvironmentContext,
  { version, ...settings }: BodyOf<typeof endpoint>,
): Promise<CurrencyDetail> =>
  inTransaction(context, async (trx) => {
    const rootId = await takeRoot(trx, context);
    const stored = await findCurrencySettings(trx, rootId);
    requireCurrent(version, stored?.version ?? 0, 'CURRENCY-SETTINGS-STALE', { by: stored?.changedBy ?? '' });
    const before = stored?.settings ?? DEFAULT_CURRENCY_SETTINGS;
    if (before.currency !== settings.currency || before.maxAgeDays !== settings.maxAgeDays) {
      await saveCurrencySettings(trx, context.tenantId, rootId, settings, changedBy(context));
      await orderCasesAnew(trx, rootId);
      await recordSettings(trx, context, {
        operation: 'Update',
        id: rootId,
        name: settings.currency ?? '-',
        original: before,
        modified: settings,
      });
    }
    return readCurrencyDetail(trx, context);
  });

/**
 * Takes in the rates of a file, all or none; those that are there already are put right where they differ. Throws
 * CURRENCY-NOT-ROOT, RATE-FILE-INVALID with the lines that are wrong, RATE-FILE-TOO-LARGE.
 */
export const uploadExchangeRates = async (
  context: EnvironmentContext,
  { name, stream }: { readonly name: string; readonly stream: Readable },
): Promise<ExchangeRateUpload> => {
  requireClean({ 'query.name': name });
  const { layout, rates } = await readUsableRates(stream, context.clock.now());
  const days = rateDays(rates);
  invariant(days !== null, 'a usable file of rates holds some');
  return inTransaction(context, async (trx) => {
    const { tenantId } = context;
    const rootId = await takeRoot(trx, context);
    const { by, at } = changedBy(context);
    const fileId = newId();
    const written = await saveExchangeRates(trx, { tenantId, rootId, fileId }, rates);
    const file = { id: fileId, name, layout, rates: rates.length, ...written, ...days, uploadedBy: by, uploadedAt: at };
    await insertExchangeRateFile(trx, tenantId, rootId, file);
    await orderCasesAnew(trx, rootId);
    await recordRates(trx, context, {
      operation: 'Import',
      id: fileId,
      name,
      modified: { rates: rates.length, ...written, ...days },
    });
    return asUploadedFile({ ...file, standing: written.added + written.changed });
  });
};

/** Removes the rates that a file was the last to say. Throws CURRENCY-NOT-ROOT, RATE-FILE-UNKNOWN. */
export const removeExchangeRates = (context: EnvironmentContext, fileId: Id): Promise<CurrencyDetail> =>
  inTransaction(context, async (trx) => {
    const rootId = await takeRoot(trx, context);
    const removed = await deleteExchangeRateFile(trx, rootId, fileId);
    if (removed === undefined) throw fail('RATE-FILE-UNKNOWN', { id: fileId });
    await orderCasesAnew(trx, rootId);
    await recordRates(trx, context, {
      operation: 'Delete',
      id: fileId,
      name: removed.name,
      original: { rates: removed.removed },
    });
    return readCurrencyDetail(trx, context);
  });
