import type { Json } from '@redoubt/kernel';
import type { StoredList, TenantTransaction } from '@redoubt/storage';
import { recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';

/** Notes in the activity log what became of a list. */
export const recordList = recordOf('CustomList');

/** The same, of one that changed. */
export const recordListUpdate = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { id, name }: StoredList,
  facts: { readonly original: Json; readonly modified: Json },
): Promise<void> => recordList(trx, context, { operation: 'Update', id, name, ...facts });
