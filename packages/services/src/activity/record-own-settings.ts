import type { Json } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';
import { recordActivity } from './record-activity.ts';

/** Writes down that the person who acts changed their own settings. */
export const recordOwnSettings = (
  trx: TenantTransaction,
  context: ServiceContext,
  values: { readonly original: Json; readonly modified: Json },
): Promise<void> => {
  const { id, name } = context.actor;
  return recordActivity(trx, context, {
    operation: 'Update',
    type: 'UserSettings',
    id,
    name,
    environmentId: null,
    ...values,
  });
};
