import type { ResidencyRule } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** What an environment says of where its data may leave to; its version counts from 1. */
export type StoredResidency = ResidencyRule & {
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** By environment, of those that ever said something. */
export const listDataResidency = async (trx: TenantTransaction): Promise<ReadonlyMap<Id, StoredResidency>> => {
  const rows = await trx
    .selectFrom('data_residency')
    .select([
      'environment_id as id',
      'geographies',
      'destinations',
      'changed_by as changedBy',
      'changed_at as changedAt',
      'version',
    ])
    .execute();
  return new Map(rows.map(({ id, ...stored }) => [id, stored]));
};

export const saveDataResidency = async (
  trx: TenantTransaction,
  tenantId: Id,
  environmentId: Id,
  { geographies, destinations }: ResidencyRule,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = {
    geographies: geographies === null ? null : [...geographies],
    destinations: JSON.stringify(destinations),
    changed_by: by,
    changed_at: at,
  };
  await trx
    .insertInto('data_residency')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('data_residency.version', '+', 1) })),
    )
    .execute();
};
