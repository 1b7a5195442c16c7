import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../../database/role-names.ts';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** What decides: manifests and their units by content hash, never changed, so that every event can be replayed. */
export const createPlans = async (db: Kysely<never>): Promise<void> => {
  // Grows with every change of what decides in a tenant; its lock is the turn of the writers, nodes poll it.
  await sql`
    create table plan_head (
      tenant_id uuid primary key references tenant,
      version bigint not null,
      changed_at timestamptz not null
    )`.execute(db);
  await isolateTenant(db, 'plan_head', { app: ['select', 'insert', 'update'] });
  await sql`
    create policy ingest_directory on plan_head for select to ${sql.id(INGEST_ROLE)} using (true);
    grant select on plan_head to ${sql.id(INGEST_ROLE)}`.execute(db);

  // A plan that decided events; `plan_id` is the SHA-256 of the canonical manifest.
  await sql`
    create table plan (
      tenant_id uuid not null references tenant,
      plan_id text not null,
      environment_id uuid not null,
      manifest jsonb not null,
      recorded_at timestamptz not null,
      primary key (tenant_id, plan_id)
    )`.execute(db);
  await isolateTenant(db, 'plan', { app: ['select', 'insert'] });

  // A rule, a list, a function … as manifests name it. Which kinds there are, the code says.
  await sql`
    create table plan_unit (
      tenant_id uuid not null references tenant,
      unit_hash text not null,
      kind text not null check (kind <> ''),
      content json not null,
      primary key (tenant_id, unit_hash)
    )`.execute(db);
  await isolateTenant(db, 'plan_unit', { app: ['select', 'insert'] });
};
