import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { APP_ROLE } from '../../database/role-names.ts';

/** People who were invited, groups of the directory, and the version of everything that says who may do what. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await extendPeople(db);
  await createGroups(db);
  await createHead(db);
};

const extendPeople = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table person
      -- Never changes, whatever directory id the person signs in with.
      add column person_id uuid,
      add column kind text not null default 'Member' check (kind in ('Member', 'Guest')),
      add column status text not null default 'Active' check (status in ('Invited', 'Active', 'Disabled')),
      add column invited_by text,
      add column invited_at timestamptz,
      -- What their newest token said: roles of the product, ids of directory roles, groups.
      add column token_roles text[] not null default '{}',
      add column directory_roles text[] not null default '{}',
      add column token_groups text[] not null default '{}',
      -- The token left groups out because there were too many.
      add column groups_left_out boolean not null default false,
      -- Null: never here. Until then user_id is a placeholder.
      alter column first_seen_at drop not null,
      alter column last_seen_at drop not null,
      add constraint person_lasting_id unique (tenant_id, person_id);
    update person set person_id = md5(tenant_id || user_id)::uuid;
    alter table person alter column person_id set not null, alter column person_id set default gen_random_uuid();
    create unique index person_not_yet_here on person (tenant_id, lower(username)) where last_seen_at is null;
    -- Given a role by their directory id, and never here.
    insert into person (tenant_id, user_id, person_id, username, display_name, status)
      select distinct on (tenant_id, user_id)
          tenant_id, user_id, md5(tenant_id || user_id)::uuid, username, display_name, 'Invited'
        from role_assignment on conflict do nothing;
    grant delete on person to ${sql.id(APP_ROLE)}`.execute(db);
  await sql`
    alter table role_assignment
      -- Of a group, user_id is the id of the group.
      add column holder text not null default 'Person' check (holder in ('Person', 'Group')),
      add column reason text not null default '',
      add column version bigint not null default 1`.execute(db);
};

const createGroups = async (db: Kysely<never>): Promise<void> => {
  // A group of the directory that roles are given to. Tokens name it by its claim.
  await sql`
    create table access_group (
      tenant_id uuid not null references tenant,
      group_id uuid not null,
      display_name text not null,
      claim text,
      created_by text not null,
      created_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, group_id)
    );
    create unique index access_group_claim on access_group (tenant_id, claim) where claim is not null`.execute(db);
  await isolateTenant(db, 'access_group', { app: ['select', 'insert', 'update', 'delete'] });
};

/** Tables that say who may do what; the columns whose changes count, where not all do. */
const WATCHED = [
  ['role_assignment', ''],
  ['access_group', ''],
  ['environment', ''],
  ['tenant', ''],
  ['person', 'of user_id, status'],
] as const;

const createHead = async (db: Kysely<never>): Promise<void> => {
  // Goes up with every commit that changes who may do what, so that nodes know what they remember is still so.
  await sql`
    create table access_head (
      tenant_id uuid not null references tenant primary key,
      version bigint not null,
      -- The transaction that made it, so that one counts once.
      changed_in text not null
    )`.execute(db);
  await isolateTenant(db, 'access_head', { app: ['select', 'insert', 'update'] });
  // Deferred: the row is locked at the end of a transaction and not while a command works.
  await sql`
    create function advance_access_head() returns trigger
    language plpgsql set search_path = public, pg_temp as $$
    begin
      insert into access_head as h (tenant_id, version, changed_in)
        values (case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end, 1, pg_current_xact_id()::text)
        on conflict (tenant_id) do update set version = h.version + 1, changed_in = excluded.changed_in
        where h.changed_in <> excluded.changed_in;
      return null;
    end $$`.execute(db);
  for (const [table, columns] of WATCHED) {
    await sql`
      create constraint trigger ${sql.id(`${table}_access`)} after insert or delete or update ${sql.raw(columns)}
        on ${sql.table(table)} deferrable initially deferred
        for each row execute function advance_access_head()`.execute(db);
  }
};
