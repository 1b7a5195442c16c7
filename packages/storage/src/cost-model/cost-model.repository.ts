import type { CostModel } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** What an environment said of its costs; its version counts from 1. */
export type StoredCostModel = {
  /** Null where it takes over what counts above it. */
  readonly model: CostModel | null;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** By environment, of those that ever said something. */
export const listCostModels = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
): Promise<ReadonlyMap<Id, StoredCostModel>> => {
  const rows = await trx
    .selectFrom('cost_model')
    .select([
      'environment_id as environmentId',
      'model',
      'changed_by as changedBy',
      'changed_at as changedAt',
      'version',
    ])
    .where('environment_id', 'in', environmentIds)
    .execute();
  return new Map(rows.map(({ environmentId, ...stored }) => [environmentId, stored]));
};

export const saveCostModel = async (
  trx: TenantTransaction,
  tenantId: Id,
  environmentId: Id,
  model: CostModel | null,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = { model: JSON.stringify(model), changed_by: by, changed_at: at };
  await trx
    .insertInto('cost_model')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('cost_model.version', '+', 1) })),
    )
    .execute();
};
