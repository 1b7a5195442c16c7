import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

/** Tables whose rows are readers, the kind of reader, and the column that names one. */
const READERS = [
  ['rule', 'rule', 'rule_id'],
  ['fql_function', 'function', 'function_id'],
  ['velocity_set', 'velocitySet', 'set_id'],
  ['external_assessment', 'externalAssessment', 'external_assessment_id'],
] as const;

/** What reads what: written when a text is published, forgotten with the reader. */
export const createReferences = async (db: Kysely<never>): Promise<void> => {
  // A row for each thing a reader names. What is named is found by its key, wherever it is kept: it may not exist yet.
  await sql`
    create table resource_reference (
      tenant_id uuid not null references tenant,
      -- Where the reader stands.
      environment_id uuid not null,
      reader_kind text not null,
      reader_id text not null,
      kind text not null,
      -- Where what is read stands.
      read_environment_id uuid not null,
      name_key text not null,
      -- As the reader writes it.
      name text not null,
      -- Columns of a list, outputs of a function.
      parts json not null,
      -- Of a function: its inputs, and the outputs that are read, as they were when the reader was published.
      signature json,
      primary key (tenant_id, reader_kind, reader_id, kind, read_environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    -- Who reads this?
    create index resource_reference_read on resource_reference (tenant_id, kind, name_key)`.execute(db);
  await isolateTenant(db, 'resource_reference', { app: ALL });

  // The form in which the references of a tenant were worked out; a start with another form works them out again.
  await sql`
    create table reference_format (
      tenant_id uuid primary key references tenant,
      format integer not null
    )`.execute(db);
  await isolateTenant(db, 'reference_format', { app: ALL });

  await sql`
    create function forget_references() returns trigger language plpgsql as $$
    begin
      delete from resource_reference
       where tenant_id = old.tenant_id and reader_kind = tg_argv[0] and reader_id = to_jsonb(old) ->> tg_argv[1];
      return null;
    end $$`.execute(db);
  for (const [table, kind, column] of READERS) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`
      create trigger forget_references after delete on ${sql.table(table)}
        for each row execute function forget_references(${sql.lit(kind)}, ${sql.lit(column)})`.execute(db);
  }
};
