import { canonicalJson, type Json } from '@redoubt/kernel';
import { findUserSettings, saveUserSettings } from '@redoubt/storage';
import { recordOwnSettings } from '../activity/record-own-settings.ts';
import type { ServiceContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Replaces the preferences of the person who acts. Saving what is there already leaves no trace. */
export const putSettings = async <S extends Json>(context: ServiceContext, settings: S): Promise<S> => {
  const { tenantId, actor } = context;
  requireClean({ body: settings });
  await inTransaction(context, async (trx) => {
    const original = await findUserSettings(trx, actor.id);
    if (original !== undefined && canonicalJson(original) === canonicalJson(settings)) return;
    await saveUserSettings(trx, tenantId, actor.id, settings, new Date(context.clock.now()));
    await recordOwnSettings(trx, context, { original: original ?? null, modified: settings });
  });
  return settings;
};
