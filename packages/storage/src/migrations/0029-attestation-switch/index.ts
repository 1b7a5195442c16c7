import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Decisions of a tenant whether its administrators are asked to accept the statement. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // The newest one counts. A tenant without one asks.
  await sql`
    create table attestation_decision (
      tenant_id uuid not null references tenant,
      number integer not null check (number > 0),
      is_on boolean not null,
      reason text not null,
      decided_by text not null,
      decided_at timestamptz not null,
      primary key (tenant_id, number)
    )`.execute(db);
  await isolateTenant(db, 'attestation_decision', { app: ['select', 'insert'] });
};
