import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Who has been here, what administrators accepted, and notices with what each person did with them. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table person (
      tenant_id uuid not null references tenant,
      user_id text not null,
      username text not null,
      display_name text not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      primary key (tenant_id, user_id)
    )`.execute(db);
  await sql`create index person_username on person (tenant_id, lower(username))`.execute(db);
  await sql`create index role_assignment_username on role_assignment (tenant_id, lower(username))`.execute(db);

  await sql`
    create table attestation (
      tenant_id uuid not null references tenant,
      user_id text not null,
      accepted_at timestamptz not null,
      text_version text not null,
      roles text[] not null,
      primary key (tenant_id, user_id, accepted_at)
    )`.execute(db);

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
    )`.execute(db);
  await sql`create index notice_newest on notice (tenant_id, created_at desc)`.execute(db);

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

  await isolateTenant(db, 'person', { app: ['select', 'insert', 'update'] });
  // What was accepted is never changed or removed.
  await isolateTenant(db, 'attestation', { app: ['select', 'insert'] });
  await isolateTenant(db, 'notice', { app: ['select', 'insert', 'delete'] });
  await isolateTenant(db, 'notice_state', { app: ['select', 'insert', 'update', 'delete'] });
};
