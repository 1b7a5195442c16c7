import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from '../0001-schema/privileges.ts';

/** Decided events of a minute of receipt by one value of what monitors tell apart beside the decision. */
export const createMonitorValues = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table rollup_value_minute (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      minute timestamptz not null,
      -- 1 risk score, 2 bot score, 3 country of the device (projections/monitor-values.ts).
      dimension smallint not null,
      -- The lower end of a hundred of a score, or the code of a country. Events without a value have no row.
      value text collate "C" not null,
      events integer not null,
      primary key (tenant_id, environment_id, kind, minute, dimension, value)
    )`.execute(db);
  await isolateTenant(db, 'rollup_value_minute', DERIVED);
};
