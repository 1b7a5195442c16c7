import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** People and groups that an identity provider keeps through SCIM, its tokens, and its last calls. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // The secret is shown once and never kept.
  await sql`
    create table provisioning_token (
      tenant_id uuid not null references tenant,
      token_id uuid not null,
      name text not null,
      secret_hash bytea not null check (octet_length(secret_hash) = 32),
      -- Its last characters.
      hint text not null,
      created_by text not null,
      -- Directory id of the person who made it, who hears of its end.
      creator_id text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      used_from text,
      revoked_at timestamptz,
      revoked_by text,
      primary key (tenant_id, token_id)
    )`.execute(db);
  await isolateTenant(db, 'provisioning_token', { app: ['select', 'insert', 'update', 'delete'] });

  // What the identity provider says of a person beyond what every person has.
  await sql`
    create table provisioned_person (
      tenant_id uuid not null references tenant,
      person_id uuid not null,
      external_id text,
      given_name text,
      family_name text,
      email text,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      -- When SCIM disabled the person: what administrators disabled it does not enable.
      deactivated_at timestamptz,
      -- Deleted through SCIM, which does not see the person any more.
      removed_at timestamptz,
      primary key (tenant_id, person_id),
      foreign key (tenant_id, person_id) references person (tenant_id, person_id) on delete cascade
    );
    create index provisioned_person_external on provisioned_person (tenant_id, external_id)
      where external_id is not null`.execute(db);
  await isolateTenant(db, 'provisioned_person', { app: ['select', 'insert', 'update', 'delete'] });
  await createMembers(db);

  // The last calls, so that an administrator sees what the identity provider was told.
  await sql`
    create table scim_call (
      tenant_id uuid not null references tenant,
      call_id uuid not null,
      token_id uuid not null,
      called_at timestamptz not null,
      method text not null,
      -- Users, Groups or what else was asked for.
      resource text not null,
      resource_id text,
      status integer not null,
      -- What was wrong; null for a call that was answered.
      code text,
      detail text,
      primary key (tenant_id, call_id)
    );
    create index scim_call_age on scim_call (tenant_id, called_at desc)`.execute(db);
  await isolateTenant(db, 'scim_call', { app: ['select', 'insert', 'delete'] });
};

const createMembers = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table access_group
      add column external_id text,
      -- Set while SCIM keeps its members: what tokens say of the group does not count then.
      add column provisioned_at timestamptz,
      add column changed_at timestamptz,
      -- Deleted through SCIM; kept without members while roles are given to it.
      add column removed_at timestamptz;
    create table access_group_member (
      tenant_id uuid not null references tenant,
      group_id uuid not null,
      person_id uuid not null,
      primary key (tenant_id, group_id, person_id),
      foreign key (tenant_id, group_id) references access_group (tenant_id, group_id) on delete cascade,
      foreign key (tenant_id, person_id) references person (tenant_id, person_id) on delete cascade
    );
    create index access_group_member_person on access_group_member (tenant_id, person_id)`.execute(db);
  await isolateTenant(db, 'access_group_member', { app: ['select', 'insert', 'delete'] });
  // As for the other tables that say who may do what (0009-people).
  await sql`
    create constraint trigger access_group_member_access after insert or delete or update
      on access_group_member deferrable initially deferred
      for each row execute function advance_access_head()`.execute(db);
};
