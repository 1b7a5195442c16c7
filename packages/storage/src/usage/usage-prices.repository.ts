import type { UsagePrices } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** Prices of a tenant; their version counts from 1. */
export type StoredUsagePrices = {
  readonly prices: UsagePrices;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

export const findUsagePrices = (trx: TenantTransaction): Promise<StoredUsagePrices | undefined> =>
  trx
    .selectFrom('usage_prices')
    .select(['prices', 'changed_by as changedBy', 'changed_at as changedAt', 'version'])
    .executeTakeFirst();

export const saveUsagePrices = async (
  trx: TenantTransaction,
  tenantId: Id,
  prices: UsagePrices,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = { prices: JSON.stringify(prices), changed_by: by, changed_at: at };
  await trx
    .insertInto('usage_prices')
    .values({ tenant_id: tenantId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('usage_prices.version', '+', 1) })),
    )
    .execute();
};
