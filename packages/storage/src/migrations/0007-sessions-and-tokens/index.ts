import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Sign-ins of people, what ends them, and the tokens people make for the command line. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // Longest life of a personal access token in the tenant.
  await sql`
    alter table tenant
      add column max_token_days integer not null default 365 check (max_token_days between 1 and 366)`.execute(db);

  // One sign-in in one browser. `key_hash` is made of what the identity provider says of the sign-in.
  await sql`
    create table person_session (
      tenant_id uuid not null references tenant,
      session_id uuid not null,
      user_id text not null,
      key_hash bytea not null check (octet_length(key_hash) = 32),
      -- False where the provider does not tell sign-ins apart, and the row stands for all of one browser.
      told_apart boolean not null,
      browser text not null,
      address text not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, session_id),
      unique (tenant_id, user_id, key_hash)
    );
    create index person_session_age on person_session (tenant_id, last_seen_at)`.execute(db);
  await isolateTenant(db, 'person_session', { app: ['select', 'insert', 'update', 'delete'] });

  // Sign-ins of a person before this moment do not count any more.
  await sql`
    create table person_cut_off (
      tenant_id uuid not null references tenant,
      user_id text not null,
      not_before timestamptz not null,
      primary key (tenant_id, user_id)
    )`.execute(db);
  await isolateTenant(db, 'person_cut_off', { app: ['select', 'insert', 'update'] });

  // The secret is shown once and never kept. Roles are those of the owner's last sign-in; roles given in the console are read.
  await sql`
    create table personal_token (
      tenant_id uuid not null references tenant,
      token_id uuid not null,
      user_id text not null,
      username text not null,
      display_name text not null,
      name text not null,
      secret_hash bytea not null check (octet_length(secret_hash) = 32),
      -- Its last characters.
      hint text not null,
      -- TokenScope.
      scope jsonb not null,
      roles text[] not null,
      seen_at timestamptz not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      used_from text,
      revoked_at timestamptz,
      revoked_by text,
      primary key (tenant_id, token_id)
    );
    create index personal_token_owner on personal_token (tenant_id, user_id)`.execute(db);
  await isolateTenant(db, 'personal_token', { app: ['select', 'insert', 'update', 'delete'] });
};
