import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Plans that decided events, and the content-hashed units they name; never changed, so that an event can be replayed. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table plan (
      tenant_id uuid not null references tenant,
      plan_id text not null,
      environment_id uuid not null,
      manifest jsonb not null,
      recorded_at timestamptz not null,
      primary key (tenant_id, plan_id)
    )`.execute(db);

  await sql`
    create table plan_unit (
      tenant_id uuid not null references tenant,
      unit_hash text not null,
      kind text not null check (kind in ('rule', 'list')),
      content json not null,
      primary key (tenant_id, unit_hash)
    )`.execute(db);

  await isolateTenant(db, 'plan', { app: ['select', 'insert'] });
  await isolateTenant(db, 'plan_unit', { app: ['select', 'insert'] });
};
