import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** What was used stays known after an environment is purged. */
const keepUsage = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('purge_environment_rows(uuid, integer)'::regprocedure) as definition`.execute(db);
  const before = rows[0]?.definition ?? '';
  const after = before.replace(',storage_day,', ',storage_day,usage_upload,');
  if (after === before) throw new Error('purge_environment_rows does not name the tables that it keeps');
  await sql.raw(after).execute(db);
};

/** Till transactions of files as usage, beside calls; files of before count in the hour in which they were last worked on. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table usage_upload (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- A file that is removed stays counted.
      upload_id uuid not null,
      -- In which its first lines were stored.
      hour timestamptz not null,
      -- Those that were new; set from the count of the file, never added up.
      transactions bigint not null,
      primary key (tenant_id, upload_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index usage_upload_time on usage_upload (tenant_id, hour);
    insert into usage_upload (tenant_id, environment_id, upload_id, hour, transactions)
    select tenant_id, environment_id, upload_id, date_trunc('hour', changed_at, 'UTC'), stored
      from data_upload where data_set = 'retailTransactions' and stored > 0;
    update usage_prices set prices = (prices::jsonb || '{"lossPrevention": 0}')::json`.execute(db);
  await isolateTenant(db, 'usage_upload', { app: ['select', 'insert', 'update'] });
  await keepUsage(db);
};
