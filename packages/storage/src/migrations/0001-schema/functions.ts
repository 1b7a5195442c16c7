import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

/** Functions of the rule language that customers write, with draft and versions. */
export const createFunctions = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table fql_function (
      tenant_id uuid not null references tenant,
      function_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      -- Null until the first publication.
      published_version integer,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, function_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'fql_function', { app: ALL });

  await sql`
    create table fql_function_draft (
      tenant_id uuid not null references tenant,
      function_id uuid not null,
      parameters json not null,
      outputs json not null,
      sample_payload json not null,
      -- Published version the draft was begun on; 0 where there was none.
      based_on_version integer not null,
      saved_by text not null,
      saved_at timestamptz not null,
      primary key (tenant_id, function_id),
      foreign key (tenant_id, function_id) references fql_function on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'fql_function_draft', { app: ALL });

  await sql`
    create table fql_function_version (
      tenant_id uuid not null references tenant,
      function_id uuid not null,
      function_version integer not null,
      parameters json not null,
      outputs json not null,
      sample_payload json not null,
      -- SHA-256 of the canonical text.
      content_hash text not null,
      -- Older version whose text this one brought back.
      restores integer,
      published_by text not null,
      published_at timestamptz not null,
      note text not null,
      primary key (tenant_id, function_id, function_version),
      foreign key (tenant_id, function_id) references fql_function on delete cascade
    )`.execute(db);
  // A sample may be an event of a person, who is erased from it.
  await isolateTenant(db, 'fql_function_version', { app: ['select', 'insert', 'delete', 'update (sample_payload)'] });
};
