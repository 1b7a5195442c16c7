import { sql, type Kysely } from 'kysely';
import { APP_ROLE, INGEST_ROLE } from './role-names.ts';

/** What may be done with the rows of a table, or with some columns of them: `update (sample_payload)`. */
type Privilege = 'select' | 'insert' | 'update' | 'delete' | `${'select' | 'update'} (${string})`;

export type TenantTableGrants = { readonly app?: readonly Privilege[]; readonly ingest?: readonly Privilege[] };

/**
 * Puts a table under forced row-level security and grants what the runtime roles may do with it. For use in migrations,
 * on every table with a `tenant_id`.
 *
 * `redoubt_app` sees the one tenant of its transaction, `redoubt_ingest` the tenants of its batch; without the setting
 * neither sees a row. Settings that were never made are null and ones of an ended transaction are empty: both refuse.
 */
export const isolateTenant = async (db: Kysely<never>, table: string, grants: TenantTableGrants): Promise<void> => {
  const name = sql.table(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`create policy owner_all on ${name} to current_user using (true)`.execute(db);
  if (grants.app !== undefined) {
    const tenant = sql`tenant_id = nullif(current_setting('redoubt.tenant_id', true), '')::uuid`;
    await sql`create policy app_tenant on ${name} to ${sql.id(APP_ROLE)} using (${tenant})`.execute(db);
    await sql`grant ${sql.raw(grants.app.join(', '))} on ${name} to ${sql.id(APP_ROLE)}`.execute(db);
  }
  if (grants.ingest !== undefined) {
    // The sub-select makes it one evaluation per statement instead of one per row.
    const tenants = sql`tenant_id = any ((select string_to_array(current_setting('redoubt.tenant_ids', true), ',')::uuid[])::uuid[])`;
    await sql`create policy ingest_tenants on ${name} to ${sql.id(INGEST_ROLE)} using (${tenants})`.execute(db);
    await sql`grant ${sql.raw(grants.ingest.join(', '))} on ${name} to ${sql.id(INGEST_ROLE)}`.execute(db);
  }
};
