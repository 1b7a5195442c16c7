import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../../database/role-names.ts';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

/** Tenants and environments, people, applications, the activity log, notices. */
export const createAccess = async (db: Kysely<never>): Promise<void> => {
  await createEnvironments(db);
  await createPeople(db);
  await createApplications(db);
  await createActivity(db);
};

const createEnvironments = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table tenant (
      tenant_id uuid primary key,
      name text not null,
      edition text not null default 'Standard' check (edition in ('Standard', 'PSP')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await isolateTenant(db, 'tenant', { app: ['select', 'insert', 'update'] });
  // A node must know which tenants there are before it can serve one of them.
  await sql`
    create policy ingest_directory on tenant for select to ${sql.id(INGEST_ROLE)} using (true);
    grant select on tenant to ${sql.id(INGEST_ROLE)}`.execute(db);

  // A tree: rules of an environment run after those of its parents. A deleted one stays, as what its events belonged to.
  await sql`
    create table environment (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      parent_id uuid,
      name text not null,
      friendly_name text,
      description text not null default '',
      tags text[] not null default '{}',
      kind text not null check (kind in ('Development', 'Sandbox', 'Production')),
      status text not null,
      status_reason text,
      geography_code text,
      geography_name text,
      -- What callers may write in place of the id; without regard to letter case.
      customer_api_id text,
      device_fingerprinting_id uuid not null,
      -- How values of another type are read in bodies of events.
      body_mode text not null default 'lenient' check (body_mode in ('lenient', 'strict')),
      deleted_at timestamptz,
      -- From then on a deletion cannot be undone.
      purge_at timestamptz,
      created_by text not null,
      created_at timestamptz not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, parent_id) references environment (tenant_id, environment_id)
    );
    create unique index environment_name_among_siblings
      on environment (tenant_id, parent_id, lower(name)) nulls not distinct where status <> 'Deleted';
    create unique index environment_api_id_among_siblings
      on environment (tenant_id, parent_id, lower(customer_api_id)) nulls not distinct
      where customer_api_id is not null and status <> 'Deleted'`.execute(db);
  // Ingestion learns which environments count below which, and nothing else of them.
  await isolateTenant(db, 'environment', { app: ALL, ingest: ['select (tenant_id, environment_id, parent_id)'] });
};

const createPeople = async (db: Kysely<never>): Promise<void> => {
  // Everybody who signed in; `user_id` is the object id in the directory.
  await sql`
    create table person (
      tenant_id uuid not null references tenant,
      user_id text not null,
      username text not null,
      display_name text not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      primary key (tenant_id, user_id)
    );
    create index person_username on person (tenant_id, lower(username))`.execute(db);
  await isolateTenant(db, 'person', { app: ['select', 'insert', 'update'] });

  // A role in an environment and those below it; without one, in the whole tenant. Given also to people who were never here.
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
    );
    create index role_assignment_username on role_assignment (tenant_id, lower(username))`.execute(db);
  await isolateTenant(db, 'role_assignment', { app: ALL });

  // The statement that administrators accept before the console opens. Never changed or removed.
  await sql`
    create table attestation (
      tenant_id uuid not null references tenant,
      user_id text not null,
      accepted_at timestamptz not null,
      text_version text not null,
      -- Administrator roles held at that moment.
      roles text[] not null,
      primary key (tenant_id, user_id, accepted_at)
    )`.execute(db);
  await isolateTenant(db, 'attestation', { app: ['select', 'insert'] });

  await sql`
    create table user_settings (
      tenant_id uuid not null references tenant,
      user_id text not null,
      settings jsonb not null,
      changed_at timestamptz not null,
      primary key (tenant_id, user_id)
    )`.execute(db);
  await isolateTenant(db, 'user_settings', { app: ALL });
};

const createApplications = async (db: Kysely<never>): Promise<void> => {
  // Callers of the public API.
  await sql`
    create table application (
      tenant_id uuid not null references tenant,
      client_id uuid not null,
      display_name text not null,
      -- Roles by environment, see ApplicationGrant; a null environmentId means all of them.
      grants jsonb not null default '[]',
      -- Over the whole installation; null where calls are not limited.
      calls_per_second integer check (calls_per_second > 0),
      last_call_at timestamptz,
      revoked_by text,
      revoked_at timestamptz,
      created_by text not null,
      created_at timestamptz not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, client_id)
    )`.execute(db);
  await isolateTenant(db, 'application', { app: ALL });

  // A secret (its salted hash: the secret is shown once and never kept) or a certificate (PEM, without private key).
  await sql`
    create table application_credential (
      tenant_id uuid not null,
      credential_id uuid not null,
      client_id uuid not null,
      kind text not null check (kind in ('Secret', 'Certificate')),
      secret_hash text,
      certificate text,
      -- First characters of the secret, or the thumbprint of the certificate.
      hint text not null,
      not_before timestamptz not null,
      not_after timestamptz,
      -- The notice that people have had about its end.
      noticed text check (noticed in ('Expiring', 'Expired')),
      created_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, credential_id),
      foreign key (tenant_id, client_id) references application (tenant_id, client_id) on delete cascade,
      constraint application_credential_of_its_kind
        check ((kind = 'Secret') = (secret_hash is not null) and (kind = 'Certificate') = (certificate is not null))
    );
    create index application_credential_owner on application_credential (tenant_id, client_id)`.execute(db);
  await isolateTenant(db, 'application_credential', { app: ALL });

  // Signed assertions that were taken already, until they expire: none works twice.
  await sql`
    create table used_assertion (
      tenant_id uuid not null,
      client_id uuid not null,
      assertion_id text not null,
      expires_at timestamptz not null,
      primary key (tenant_id, client_id, assertion_id)
    );
    create index used_assertion_expiry on used_assertion (tenant_id, expires_at)`.execute(db);
  await isolateTenant(db, 'used_assertion', { app: ['select', 'insert', 'delete'] });
};

const createActivity = async (db: Kysely<never>): Promise<void> => {
  // The activity log. `original` and `modified` hold what differs; entries are never changed or removed.
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
    );
    create index audit_entry_newest on audit_entry (tenant_id, environment_id, at desc);
    create index audit_entry_resource on audit_entry (tenant_id, resource_type, resource_id, at desc)`.execute(db);
  await isolateTenant(db, 'audit_entry', { app: ['select', 'insert'] });

  // What people should know. The console says it in the reader's language from code and params.
  await sql`
    create table notice (
      tenant_id uuid not null references tenant,
      notice_id uuid not null,
      type text not null,
      severity text not null check (severity in ('Critical', 'Error', 'Warning', 'Information', 'Success')),
      code text not null,
      params jsonb not null,
      link text,
      environment_id uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, notice_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index notice_newest on notice (tenant_id, created_at desc)`.execute(db);
  await isolateTenant(db, 'notice', { app: ['select', 'insert', 'delete'] });

  // What a person did with a notice; no row means unread.
  await sql`
    create table notice_state (
      tenant_id uuid not null,
      notice_id uuid not null,
      user_id text not null,
      state text not null check (state in ('Read', 'Dismissed')),
      changed_at timestamptz not null,
      primary key (tenant_id, notice_id, user_id),
      foreign key (tenant_id, notice_id) references notice (tenant_id, notice_id) on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'notice_state', { app: ALL });
};
