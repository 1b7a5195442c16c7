import type { Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** Preferences as they were saved; undefined for a person who never saved any. */
export const findUserSettings = async (trx: TenantTransaction, userId: string): Promise<Json | undefined> => {
  const row = await trx.selectFrom('user_settings').select('settings').where('user_id', '=', userId).executeTakeFirst();
  return row?.settings;
};

export const saveUserSettings = async (
  trx: TenantTransaction,
  tenantId: string,
  userId: string,
  settings: Json,
  at: Date,
): Promise<void> => {
  const text = JSON.stringify(settings);
  await trx
    .insertInto('user_settings')
    .values({ tenant_id: tenantId, user_id: userId, settings: text, changed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ settings: text, changed_at: at }),
    )
    .execute();
};
