import type { Database, TenantTransaction } from '../database/database.ts';
import type { Reseal } from './sealed-values.ts';

/** What a tenant is hashed with that brought a key of its own, sealed. */
export type SealedTenantKey = { readonly tenantId: string; readonly name: string; readonly sealed: string };

/** Of every tenant that brought one; the others are hashed under the key of the installation. */
export const listTenantKeys = async ({ pools }: Pick<Database, 'pools'>): Promise<readonly SealedTenantKey[]> => {
  const { rows } = await pools.ingest.query<SealedTenantKey>(
    `select tenant_id as "tenantId", name, hashing_key as sealed from tenant where hashing_key is not null
      order by tenant_id`,
  );
  return rows;
};

/**
 * Seals the key of the tenant of the transaction anew, where it brought one.
 *
 * @returns whether it could be opened; where not, nothing is changed.
 */
export const resealTenantKey = async (trx: TenantTransaction, place: string, reseal: Reseal): Promise<boolean> => {
  const row = await trx.selectFrom('tenant').select('hashing_key').forUpdate().executeTakeFirst();
  const sealed = row?.hashing_key ?? null;
  if (sealed === null) return true;
  const anew = reseal(sealed, place);
  if (anew === undefined) return false;
  await trx.updateTable('tenant').set({ hashing_key: anew }).execute();
  return true;
};
