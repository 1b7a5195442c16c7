import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../database/roles.ts';

/**
 * Own fields of defined assessments are looked for in stored events too: their schema makes them searchable, the row says
 * how far the work is. And search learns where in the log an attribute was made searchable, so that values of a former one
 * along the same path stay out of a projection that is built anew.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table search_attribute drop constraint search_attribute_type_check`.execute(db);
  await sql`
    alter table search_attribute
      add check (type in ('string', 'double', 'boolean', 'datetime', 'integer', 'email', 'ipAddress', 'array')),
      add column made_position bigint not null default 0`.execute(db);
  // Which environments count below which: nothing else of them.
  const tenants = sql`tenant_id = any ((select string_to_array(current_setting('redoubt.tenant_ids', true), ',')::uuid[])::uuid[])`;
  await sql`create policy ingest_tenants on environment to ${sql.id(INGEST_ROLE)} using (${tenants})`.execute(db);
  await sql`grant select (tenant_id, environment_id, parent_id) on environment to ${sql.id(INGEST_ROLE)}`.execute(db);
};
