import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Where data of environments may leave to, and where destinations are. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table data_residency (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- Codes besides the environment's own geography; null restricts nothing.
      geographies text[],
      destinations json not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'data_residency', { app: ALL });
};
