import type { Json } from '@redoubt/kernel';
import { listEnvironments, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { recordActivity } from './record-activity.ts';

type Setting = { readonly [name: string]: Json };

/** Records that a setting of the context's environment changed, under the environment's name. */
export const recordSettingChange = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  original: Setting,
  modified: Setting,
): Promise<void> => {
  const { environmentId } = context;
  const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
  await recordActivity(trx, context, {
    operation: 'Update',
    type: 'Environment',
    id: environmentId,
    name: environment?.name ?? environmentId,
    environmentId,
    original,
    modified,
  });
};
