import type { TenantTransaction } from '../database/database.ts';

/** Whether a second person approves what gets published in an environment. */
export const isApprovalRequired = async (trx: TenantTransaction, environmentId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('publish_approval')
    .select('required')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();
  return row?.required ?? false;
};

export const saveApprovalRequired = async (
  trx: TenantTransaction,
  tenantId: string,
  environmentId: string,
  required: boolean,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = { required, changed_by: changed.by, changed_at: changed.at };
  await trx
    .insertInto('publish_approval')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id']).doUpdateSet(content))
    .execute();
};
