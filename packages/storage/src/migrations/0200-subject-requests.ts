import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';
import { APP_ROLE, INGEST_ROLE } from '../database/roles.ts';

/** Tables with samples of versions, changed only to erase a person from them. */
const VERSIONS_WITH_SAMPLES = ['rule_version', 'velocity_set_version', 'fql_function_version'];

/** What persons ask for, how far it is, what was found and exported; and which events had a person erased. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table subject_request (
      tenant_id uuid not null references tenant,
      request_id uuid not null,
      environment_id uuid not null,
      type text not null check (type in ('Export', 'Delete')),
      assessment text not null,
      property text not null,
      value_digest text not null,
      sealed_value text,
      status text not null
        check (status in ('Pending', 'Processing', 'Complete', 'Failed', 'Cancelled', 'Expired')),
      awaits_approval boolean not null,
      requested_by_id text not null,
      requested_by text not null,
      requested_at timestamptz not null,
      due_at timestamptz not null,
      decided_by text,
      decided_at timestamptz,
      reason text,
      stage text not null default 'find' check (stage in ('find', 'take', 'sweep')),
      until_position bigint,
      cursor bigint not null default 0,
      counts jsonb not null default '{}',
      first_at timestamptz,
      last_at timestamptz,
      attempts integer not null default 0,
      problem text,
      node_id uuid,
      seen_at timestamptz,
      completed_at timestamptz,
      expires_at timestamptz,
      primary key (tenant_id, request_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await sql`create index subject_request_newest on subject_request (tenant_id, environment_id, requested_at desc)`.execute(
    db,
  );
  await sql`create index subject_request_open on subject_request (requested_at) where status in ('Pending', 'Processing')`.execute(
    db,
  );
  await isolateTenant(db, 'subject_request', {
    app: ['select', 'insert', 'update', 'delete'],
    ingest: ['select', 'update'],
  });

  // Ids of what was found, while a request is worked on: once some are erased, the others could not be found again.
  await sql`
    create table subject_target (
      tenant_id uuid not null,
      request_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      primary key (tenant_id, request_id, environment_id, kind, event_id),
      foreign key (tenant_id, request_id) references subject_request on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'subject_target', {
    app: ['select', 'delete'],
    ingest: ['select', 'insert', 'delete'],
  });

  await sql`
    create table subject_export (
      tenant_id uuid not null,
      request_id uuid not null,
      part integer not null,
      data bytea not null,
      primary key (tenant_id, request_id, part),
      foreign key (tenant_id, request_id) references subject_request on delete cascade
    )`.execute(db);
  await sql`alter table subject_export alter column data set storage external`.execute(db);
  await isolateTenant(db, 'subject_export', { app: ['select', 'delete'], ingest: ['select', 'insert', 'delete'] });

  await sql`
    create table subject_approval (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      required boolean not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'subject_approval', { app: ['select', 'insert', 'update'] });

  await sql`
    create table erased_event (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      id_hash text collate "C" not null,
      position bigint not null,
      event_time timestamptz not null,
      erased_at timestamptz not null,
      request_id uuid not null,
      primary key (tenant_id, environment_id, kind, id_hash, position)
    )`.execute(db);
  await isolateTenant(db, 'erased_event', { app: ['select'], ingest: ['select', 'insert'] });

  // Erasing is the one thing that changes what was written down.
  await sql`grant update (codec, heads, data) on segment to ${sql.id(INGEST_ROLE)}`.execute(db);
  await sql`grant delete on event_identity to ${sql.id(INGEST_ROLE)}`.execute(db);
  for (const table of VERSIONS_WITH_SAMPLES) {
    await sql`grant update (sample_payload) on ${sql.table(table)} to ${sql.id(APP_ROLE)}`.execute(db);
  }
};
