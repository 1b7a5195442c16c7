import type { Json } from '@redoubt/kernel';
import type { StoredList, TenantTransaction } from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';

/** Notes a change of a list in the activity log. */
export const recordListUpdate = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { id, name }: StoredList,
  facts: { readonly original: Json; readonly modified: Json },
): Promise<void> => {
  const { environmentId } = context;
  return recordActivity(trx, context, { operation: 'Update', type: 'CustomList', id, name, environmentId, ...facts });
};
