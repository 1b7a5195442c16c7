import type { TenantTransaction } from '../database/database.ts';

/**
 * Version of all that says who may do what in the tenant: another one than before means that something of it changed. The
 * database itself moves it on with each such commit.
 */
export const readAccessVersion = async (trx: TenantTransaction): Promise<number> => {
  const head = await trx.selectFrom('access_head').select('version').executeTakeFirst();
  return head?.version ?? 0;
};

/** Lets one transaction at a time change who may do what, so that what it checks stays true until it commits. */
export const lockAccess = async (trx: TenantTransaction, tenantId: string): Promise<void> => {
  await trx
    .insertInto('access_head')
    .values({ tenant_id: tenantId, version: 0, changed_in: '' })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  await trx.selectFrom('access_head').select('version').forUpdate().execute();
};
