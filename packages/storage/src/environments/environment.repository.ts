import type { BodyMode, Edition, EnvironmentKind, EnvironmentStatus } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type StoredTenant = { readonly tenantId: string; readonly name: string; readonly edition: Edition };

export type StoredEnvironment = {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly friendlyName: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly status: EnvironmentStatus;
  readonly statusReason: string | null;
  readonly geography: { readonly code: string; readonly friendlyName: string | null } | null;
  readonly kind: EnvironmentKind;
  readonly customerApiId: string | null;
  readonly deviceFingerprintingId: string;
};

/** An environment with what is known of its changes. */
export type EnvironmentRecord = StoredEnvironment & {
  readonly bodyMode: BodyMode;
  readonly version: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** When its deletion was asked for; null where it was not, or was undone. */
  readonly deletedAt: Date | null;
  /** When that can no longer be undone. */
  readonly purgeAt: Date | null;
};

type Changed = { readonly by: string; readonly at: Date };

/** The tenant of the transaction; undefined where it was never set up. */
export const findTenant = async (trx: TenantTransaction): Promise<StoredTenant | undefined> =>
  trx.selectFrom('tenant').select(['tenant_id as tenantId', 'name', 'edition']).executeTakeFirst();

/** Creates a tenant; false where it is there already, also where another transaction creates it at this moment. */
export const createTenant = async (trx: TenantTransaction, tenant: StoredTenant): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('tenant')
    .values({ tenant_id: tenant.tenantId, name: tenant.name, edition: tenant.edition })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Creates a tenant, or renames it where it exists. */
export const saveTenant = async (trx: TenantTransaction, tenant: StoredTenant): Promise<void> => {
  await trx
    .insertInto('tenant')
    .values({ tenant_id: tenant.tenantId, name: tenant.name, edition: tenant.edition })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ name: tenant.name, edition: tenant.edition }))
    .execute();
};

/** Every environment of the tenant in whatever status, by name. */
export const listEnvironments = async (trx: TenantTransaction): Promise<readonly EnvironmentRecord[]> => {
  const rows = await trx.selectFrom('environment').selectAll().orderBy('name').orderBy('environment_id').execute();
  return rows.map((row) => ({
    id: row.environment_id,
    parentId: row.parent_id,
    name: row.name,
    friendlyName: row.friendly_name,
    description: row.description,
    tags: row.tags,
    status: row.status,
    statusReason: row.status_reason,
    geography: row.geography_code === null ? null : { code: row.geography_code, friendlyName: row.geography_name },
    kind: row.kind,
    customerApiId: row.customer_api_id,
    deviceFingerprintingId: row.device_fingerprinting_id,
    bodyMode: row.body_mode,
    version: row.version,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    deletedAt: row.deleted_at,
    purgeAt: row.purge_at,
  }));
};

/** Adds an environment; its parent must be there. A name or API id that a sibling has breaks a unique index. */
export const insertEnvironment = async (
  trx: TenantTransaction,
  tenantId: string,
  environment: StoredEnvironment,
  created: Changed,
): Promise<void> => {
  await trx
    .insertInto('environment')
    .values({
      tenant_id: tenantId,
      environment_id: environment.id,
      parent_id: environment.parentId,
      name: environment.name,
      friendly_name: environment.friendlyName,
      description: environment.description,
      tags: [...environment.tags],
      status: environment.status,
      status_reason: environment.statusReason,
      geography_code: environment.geography?.code ?? null,
      geography_name: environment.geography?.friendlyName ?? null,
      kind: environment.kind,
      customer_api_id: environment.customerApiId,
      device_fingerprinting_id: environment.deviceFingerprintingId,
      deleted_at: null,
      purge_at: null,
      created_by: created.by,
      created_at: created.at,
      changed_by: created.by,
      changed_at: created.at,
    })
    .execute();
};

/** Who changed an environment and when, and the tag that moves on with it. */
const changedNow = ({ by, at }: Changed) => ({ changed_by: by, changed_at: at, version: sql<number>`version + 1` });

/** Moves an environment to another status; the machine of `domain` says which. */
export const setEnvironmentStatus = async (
  trx: TenantTransaction,
  environmentId: string,
  next: {
    readonly status: EnvironmentStatus;
    readonly reason: string | null;
    /** Null: it is not being deleted. */
    readonly deletion?: { readonly deletedAt: Date; readonly purgeAt: Date } | null;
  },
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('environment')
    .set({
      status: next.status,
      status_reason: next.reason,
      deleted_at: next.deletion?.deletedAt ?? null,
      purge_at: next.deletion?.purgeAt ?? null,
      ...changedNow(changed),
    })
    .where('environment_id', '=', environmentId)
    .execute();
};

/** Chooses how an environment reads bodies. */
export const saveBodyMode = async (
  trx: TenantTransaction,
  environmentId: string,
  bodyMode: BodyMode,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('environment')
    .set({ body_mode: bodyMode, changed_by: changed.by, changed_at: changed.at })
    .where('environment_id', '=', environmentId)
    .execute();
};

/** Writes what may be changed of an environment. A name that a sibling has breaks a unique index. */
export const updateEnvironment = async (
  trx: TenantTransaction,
  environmentId: string,
  facts: Pick<StoredEnvironment, 'name' | 'friendlyName' | 'description' | 'tags'>,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('environment')
    .set({
      name: facts.name,
      friendly_name: facts.friendlyName,
      description: facts.description,
      tags: [...facts.tags],
      ...changedNow(changed),
    })
    .where('environment_id', '=', environmentId)
    .execute();
};
