import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** What amounts are added up in, and the rates that bring them there, for a whole tree of environments: rows of its root (ADR 87). */
export const createCurrencies = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table currency_settings (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- Null where each currency stands alone.
      currency text,
      max_age_days integer not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'currency_settings', { app: ALL, ingest: ['select'] });

  await sql`
    create table exchange_rate_file (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      file_id uuid not null,
      name text not null,
      layout text not null,
      -- Rates in the file, and those of them that were new or other than before.
      rates integer not null,
      added integer not null,
      changed integer not null,
      from_day date not null,
      to_day date not null,
      uploaded_by text not null,
      uploaded_at timestamptz not null,
      primary key (tenant_id, file_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index exchange_rate_file_newest on exchange_rate_file (tenant_id, environment_id, uploaded_at desc)`.execute(
    db,
  );
  await isolateTenant(db, 'exchange_rate_file', { app: ALL, ingest: ['select'] });

  // One unit of base is worth rate units of quote.
  await sql`
    create table exchange_rate (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      day date not null,
      base text collate "C" not null,
      quote text collate "C" not null,
      rate double precision not null check (rate > 0),
      -- The file that said so last.
      file_id uuid not null,
      primary key (tenant_id, environment_id, day, base, quote),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index exchange_rate_by_file on exchange_rate (tenant_id, file_id)`.execute(db);
  await isolateTenant(db, 'exchange_rate', { app: ALL, ingest: ['select'] });
};
