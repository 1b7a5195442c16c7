import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/**
 * Credentials of applications with their lives, roles by environment, and assertions that were used. Secrets from before
 * have no end, roles from before hold in each environment that was named.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table application
      add column grants jsonb not null default '[]',
      add column calls_per_second integer check (calls_per_second > 0),
      add column last_call_at timestamptz,
      add column revoked_by text,
      add column revoked_at timestamptz`.execute(db);
  await sql`
    update application set grants = case
      when cardinality(environment_ids) = 0
        then jsonb_build_array(jsonb_build_object('environmentId', null, 'roles', to_jsonb(api_roles)))
      else (select jsonb_agg(jsonb_build_object('environmentId', environment_id, 'roles', to_jsonb(api_roles)))
              from unnest(environment_ids) as environment_id) end`.execute(db);
  await sql`
    create table application_credential (
      tenant_id uuid not null,
      credential_id uuid not null,
      client_id uuid not null,
      kind text not null check (kind in ('Secret', 'Certificate')),
      secret_hash text,
      certificate text,
      hint text not null,
      not_before timestamptz not null,
      not_after timestamptz,
      noticed text check (noticed in ('Expiring', 'Expired')),
      created_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, credential_id),
      foreign key (tenant_id, client_id) references application (tenant_id, client_id) on delete cascade,
      check ((kind = 'Secret') = (secret_hash is not null) and (kind = 'Certificate') = (certificate is not null))
    )`.execute(db);
  await sql`create index application_credential_owner on application_credential (tenant_id, client_id)`.execute(db);
  await sql`
    insert into application_credential
      (tenant_id, credential_id, client_id, kind, secret_hash, hint, not_before, created_by, created_at)
    select tenant_id, gen_random_uuid(), client_id, 'Secret', secret_hash, '', created_at, created_by, created_at
      from application`.execute(db);
  await sql`
    alter table application drop column secret_hash, drop column api_roles, drop column environment_ids`.execute(db);
  await sql`
    create table used_assertion (
      tenant_id uuid not null,
      client_id uuid not null,
      assertion_id text not null,
      expires_at timestamptz not null,
      primary key (tenant_id, client_id, assertion_id)
    )`.execute(db);
  await sql`create index used_assertion_expiry on used_assertion (tenant_id, expires_at)`.execute(db);
  await isolateTenant(db, 'application_credential', { app: ['select', 'insert', 'update', 'delete'] });
  await isolateTenant(db, 'used_assertion', { app: ['select', 'insert', 'delete'] });
};
