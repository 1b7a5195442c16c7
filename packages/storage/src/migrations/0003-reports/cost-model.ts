import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** What decisions cost and save. Environments without a row take over what counts above them. */
export const createCostModel = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table cost_model (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- The null of JSON where the environment takes over again what counts above it.
      model json not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'cost_model', { app: ['select', 'insert', 'update', 'delete'] });
};
