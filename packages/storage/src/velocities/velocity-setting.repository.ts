import { DEFAULT_VELOCITY_WINDOW_MODE, type VelocityWindowMode } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';

/** Window modes of a tenant's environments; those without a chosen mode are absent. */
export const listWindowModes = async (trx: TenantTransaction): Promise<ReadonlyMap<string, VelocityWindowMode>> => {
  const rows = await trx.selectFrom('velocity_setting').select(['environment_id', 'window_mode']).execute();
  return new Map(rows.map((row) => [row.environment_id, row.window_mode]));
};

/** Where the windows of an environment's velocities begin. */
export const findWindowMode = async (trx: TenantTransaction, environmentId: string): Promise<VelocityWindowMode> =>
  (await listWindowModes(trx)).get(environmentId) ?? DEFAULT_VELOCITY_WINDOW_MODE;

export const saveWindowMode = async (
  trx: TenantTransaction,
  tenantId: string,
  environmentId: string,
  windowMode: VelocityWindowMode,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = { window_mode: windowMode, changed_by: changed.by, changed_at: changed.at };
  await trx
    .insertInto('velocity_setting')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id']).doUpdateSet(content))
    .execute();
};
