import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../../database/role-names.ts';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL, DERIVED } from '../0001-schema/privileges.ts';
import { createRetentionFunctions } from './functions.ts';

/** Sums of events: what removed events add to them is kept in a table of the same shape, so that a rebuild has it. */
const SUMS = [
  'rollup_minute',
  'rule_hit_minute',
  'rollup_value_minute',
  'case_intake_hour',
  'report_hour',
  'report_day',
  'report_dimension_day',
  'report_overlap_day',
  'report_label_day',
  'report_observation_day',
] as const;

/** How long data is kept, what holds it back, what was removed, and the sums of what was removed. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table retention_settings (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- Days by kind of data; null keeps for good, absent takes over what counts above.
      periods json not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'retention_settings', { app: ALL });

  // What a run removed of one kind of data, and what proves that it was neither too much nor too little.
  await sql`
    create table retention_run (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      kind text not null,
      -- When the job was asked for: a run that is gone on with has the same.
      asked_at timestamptz not null,
      -- What is older goes.
      border timestamptz not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      stored_before bigint not null,
      oldest_before timestamptz,
      removed bigint not null default 0,
      removed_bytes bigint not null default 0,
      -- Set at the end.
      stored_after bigint,
      oldest_after timestamptz,
      held bigint,
      -- Of what is younger than the border and was stored when the run began: how many, and a digest of which.
      younger_before bigint not null,
      younger_digest_before text not null,
      younger_after bigint,
      younger_digest_after text,
      primary key (tenant_id, environment_id, kind, asked_at),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'retention_run', { app: ALL, ingest: ALL });

  await sql`
    create table legal_hold (
      tenant_id uuid not null references tenant,
      hold_id uuid not null,
      environment_id uuid not null,
      scope text not null check (scope in ('environment', 'subject', 'case')),
      -- User id of the person whose events are held.
      subject text,
      -- The event whose case is held.
      kind smallint,
      event_id text collate "C",
      reason text not null,
      placed_by text not null,
      placed_at timestamptz not null,
      -- Null where it counts until it is released.
      until timestamptz,
      released_by text,
      released_at timestamptz,
      release_reason text,
      primary key (tenant_id, hold_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      check ((scope = 'subject') = (subject is not null)),
      check ((scope = 'case') = (kind is not null and event_id is not null))
    );
    create index legal_hold_place on legal_hold (tenant_id, environment_id)`.execute(db);
  await isolateTenant(db, 'legal_hold', { app: ['select', 'insert', 'update'], ingest: ['select', 'delete'] });

  // Where the chain of the activity log begins now: the last place that was removed, and its hash.
  await sql`
    create table audit_floor (
      tenant_id uuid not null references tenant primary key,
      sequence bigint not null,
      hash bytea not null check (octet_length(hash) = 32),
      removed_at timestamptz not null,
      -- By the key of the installation, over all of the above.
      signature bytea not null check (octet_length(signature) = 32)
    )`.execute(db);
  await isolateTenant(db, 'audit_floor', { app: ['select'] });

  for (const table of SUMS) {
    const name = `retained_${table}`;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all)`.execute(db);
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await isolateTenant(db, name, DERIVED);
  }
  await sql`grant delete on erased_event to ${sql.id(INGEST_ROLE)}`.execute(db);
  await createRetentionFunctions(db);
};
