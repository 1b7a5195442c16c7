import type { ApiRole } from '@redoubt/domain';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';

/** A merchant's application: who it is, what it may call, and where. */
export type StoredApplication = {
  readonly clientId: string;
  readonly displayName: string;
  /** Salted hash of its secret; the secret itself is shown once and never kept. */
  readonly secretHash: string;
  readonly apiRoles: readonly ApiRole[];
  /** Environments it may send events to, with everything below; empty means the whole tenant. */
  readonly environmentIds: readonly string[];
};

export const insertApplication = async (
  trx: TenantTransaction,
  tenantId: string,
  application: StoredApplication,
  created: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .insertInto('application')
    .values({
      tenant_id: tenantId,
      client_id: application.clientId,
      display_name: application.displayName,
      secret_hash: application.secretHash,
      api_roles: [...application.apiRoles],
      environment_ids: [...application.environmentIds],
      created_by: created.by,
      created_at: created.at,
      changed_by: created.by,
      changed_at: created.at,
    })
    .execute();
};

/** Gives an application a new secret; the old one is worth nothing from then on. */
export const updateApplicationSecret = async (
  trx: TenantTransaction,
  clientId: string,
  secretHash: string,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('application')
    .set({ secret_hash: secretHash, changed_by: changed.by, changed_at: changed.at, version: sql`version + 1` })
    .where('client_id', '=', clientId)
    .execute();
};

/** Every application of the tenant, by name. */
export const listApplications = async (trx: TenantTransaction): Promise<readonly StoredApplication[]> => {
  const rows = await trx.selectFrom('application').selectAll().orderBy('display_name').orderBy('client_id').execute();
  return rows.map((row) => ({
    clientId: row.client_id,
    displayName: row.display_name,
    secretHash: row.secret_hash,
    apiRoles: row.api_roles,
    environmentIds: row.environment_ids,
  }));
};

/**
 * Finds an application by its client id alone, as a token request names it: every tenant is asked in turn, each in a
 * transaction of its own, because nothing may see two tenants at once.
 */
export const findApplication = async (
  database: Database,
  clientId: string,
): Promise<(StoredApplication & { readonly tenantId: string; readonly tenantName: string }) | undefined> => {
  for (const { tenantId, name } of await database.listTenants()) {
    const applications = await database.inTenant(tenantId, listApplications);
    const found = applications.find((application) => application.clientId === clientId);
    if (found) return { ...found, tenantId, tenantName: name };
  }
  return undefined;
};
