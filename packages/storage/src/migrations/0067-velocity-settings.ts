import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Where the windows of an environment's velocities begin; no row means aligned windows. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table velocity_setting (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      window_mode text not null check (window_mode in ('aligned', 'sliding')),
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'velocity_setting', { app: ['select', 'insert', 'update'] });
};
