import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

const WRITE = ['select', 'insert', 'update', 'delete'] as const;

/** Tables whose rows are readers, the kind of reader, and the column that names one. */
const READERS = [
  ['rule', 'rule', 'rule_id'],
  ['fql_function', 'function', 'function_id'],
  ['velocity_set', 'velocitySet', 'set_id'],
  ['external_assessment', 'externalAssessment', 'external_assessment_id'],
] as const;

/**
 * What reads what, in one table, in place of three columns of the versions of rules and functions. Signatures of called
 * functions are taken over, because they say how a function was when its caller was published; everything else is worked
 * out again at the next start, from the published texts.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table resource_reference (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      reader_kind text not null,
      reader_id text not null,
      kind text not null,
      read_environment_id uuid not null,
      name_key text not null,
      name text not null,
      parts json not null,
      signature json,
      primary key (tenant_id, reader_kind, reader_id, kind, read_environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`create index resource_reference_read on resource_reference (tenant_id, kind, name_key)`.execute(db);
  await isolateTenant(db, 'resource_reference', { app: WRITE });
  await sql`
    create table reference_format (
      tenant_id uuid primary key references tenant,
      format integer not null
    )`.execute(db);
  await isolateTenant(db, 'reference_format', { app: WRITE });
  await sql`
    create function forget_references() returns trigger language plpgsql as $$
    begin
      delete from resource_reference
       where tenant_id = old.tenant_id and reader_kind = tg_argv[0] and reader_id = to_jsonb(old) ->> tg_argv[1];
      return null;
    end $$`.execute(db);
  for (const [table, kind, column] of READERS) {
    await sql`
      create trigger forget_references after delete on ${sql.table(table)}
        for each row execute function forget_references(${sql.lit(kind)}, ${sql.lit(column)})`.execute(db);
  }
  await sql`
    insert into resource_reference
      select reader.tenant_id, reader.environment_id, reader.kind, reader.id, 'function',
          (called ->> 'environmentId')::uuid, lower(called ->> 'name'), called ->> 'name', called -> 'properties',
          jsonb_build_object('takes', called -> 'takes', 'reads', called -> 'reads')
        from (
          select rule.tenant_id, rule.environment_id, 'rule' as kind, rule.rule_id::text as id, version.functions
            from rule join rule_version version on version.tenant_id = rule.tenant_id
              and version.rule_id = rule.rule_id and version.rule_version = rule.published_version
          union all
          select calling.tenant_id, calling.environment_id, 'function', calling.function_id::text, version.functions
            from fql_function calling join fql_function_version version on version.tenant_id = calling.tenant_id
              and version.function_id = calling.function_id and version.function_version = calling.published_version
        ) reader cross join lateral jsonb_array_elements(reader.functions) called
       where called ? 'takes' and called ? 'reads' and called ->> 'environmentId' <> ''
      on conflict do nothing`.execute(db);
  await sql`alter table rule_version drop column lists, drop column velocities, drop column functions`.execute(db);
  await sql`
    alter table fql_function_version drop column lists, drop column velocities, drop column functions`.execute(db);
};
