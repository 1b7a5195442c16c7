import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Which part of stopped purchases passes, so that what they become is known. Environments that let none pass have no row. */
export const createControlShare = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table control_share (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      share_percent double precision not null check (share_percent between 0 and 10),
      decisions text[] not null,
      -- The largest amount that may pass, by currency, and shares of single rules.
      limits json not null,
      rules json not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'control_share', { app: ['select', 'insert', 'update', 'delete'] });
};
