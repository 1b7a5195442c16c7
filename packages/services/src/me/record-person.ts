import type { TenantTransaction } from '@redoubt/storage';
import { recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';

/** Notes in the activity log that the person who acts came, for the first time after an invitation, or went. */
export const recordPerson = (
  trx: TenantTransaction,
  context: ServiceContext,
  operation: 'SignIn' | 'SignOut' | 'Accept',
): Promise<void> => {
  const { id, name } = context.actor;
  return recordActivity(trx, context, { operation, type: 'Person', id, name, environmentId: null });
};
