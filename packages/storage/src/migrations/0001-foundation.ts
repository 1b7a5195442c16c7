import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../database/roles.ts';
import { isolateTenant } from '../database/tenant-isolation.ts';

const WRITE = ['select', 'insert', 'update', 'delete'] as const;

/** Tenants, environments, applications, people's roles and settings, audit, and the head of each tenant's plan. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table tenant (
      tenant_id uuid primary key,
      name text not null,
      edition text not null default 'Standard' check (edition in ('Standard', 'PSP')),
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table environment (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      parent_id uuid,
      name text not null,
      friendly_name text,
      description text not null default '',
      tags text[] not null default '{}',
      status text not null,
      status_reason text,
      geography_code text,
      geography_name text,
      kind text not null check (kind in ('Development', 'Sandbox', 'Production')),
      customer_api_id text,
      device_fingerprinting_id uuid not null,
      deleted_at timestamptz,
      purge_at timestamptz,
      created_by text not null,
      created_at timestamptz not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, parent_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`
    create unique index environment_name_among_siblings on environment (tenant_id, parent_id, lower(name))
      nulls not distinct where status <> 'Deleted'`.execute(db);
  await sql`
    create unique index environment_api_id_among_siblings on environment (tenant_id, parent_id, lower(customer_api_id))
      nulls not distinct where customer_api_id is not null and status <> 'Deleted'`.execute(db);

  await sql`
    create table application (
      tenant_id uuid not null references tenant,
      client_id uuid not null,
      display_name text not null,
      secret_hash text not null,
      api_roles text[] not null,
      environment_ids uuid[] not null,
      created_by text not null,
      created_at timestamptz not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, client_id)
    )`.execute(db);

  await sql`
    create table role_assignment (
      tenant_id uuid not null references tenant,
      assignment_id uuid not null,
      user_id text not null,
      username text not null,
      display_name text not null,
      role text not null,
      environment_id uuid,
      expires_at timestamptz,
      assigned_by text not null,
      assigned_at timestamptz not null,
      primary key (tenant_id, assignment_id),
      unique nulls not distinct (tenant_id, user_id, role, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);

  await sql`
    create table user_settings (
      tenant_id uuid not null references tenant,
      user_id text not null,
      settings jsonb not null,
      changed_at timestamptz not null,
      primary key (tenant_id, user_id)
    )`.execute(db);

  await sql`
    create table audit_entry (
      tenant_id uuid not null references tenant,
      entry_id uuid not null,
      at timestamptz not null,
      actor_id text not null,
      actor_name text not null,
      operation text not null,
      resource_type text not null,
      resource_id text not null,
      resource_name text not null,
      environment_id uuid,
      original jsonb,
      modified jsonb,
      correlation_id text,
      primary key (tenant_id, entry_id)
    )`.execute(db);
  await sql`create index audit_entry_newest on audit_entry (tenant_id, environment_id, at desc)`.execute(db);
  await sql`create index audit_entry_resource on audit_entry (tenant_id, resource_type, resource_id, at desc)`.execute(
    db,
  );

  await sql`
    create table plan_head (
      tenant_id uuid primary key references tenant,
      version bigint not null,
      changed_at timestamptz not null
    )`.execute(db);

  for (const table of ['environment', 'application', 'role_assignment', 'user_settings']) {
    await isolateTenant(db, table, { app: WRITE });
  }
  await isolateTenant(db, 'tenant', { app: ['select', 'insert', 'update'] });
  await isolateTenant(db, 'plan_head', { app: ['select', 'insert', 'update'] });
  // Entries are never changed or removed by the running product.
  await isolateTenant(db, 'audit_entry', { app: ['select', 'insert'] });

  // Which tenants exist and which plan each stands at is what a node must know before it can serve any of them.
  for (const table of ['tenant', 'plan_head']) {
    await sql`create policy ingest_directory on ${sql.table(table)} for select to ${sql.id(INGEST_ROLE)} using (true)`.execute(
      db,
    );
    await sql`grant select on ${sql.table(table)} to ${sql.id(INGEST_ROLE)}`.execute(db);
  }
};
