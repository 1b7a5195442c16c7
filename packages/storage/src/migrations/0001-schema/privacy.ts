import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

/** What persons ask for about their own data: requests, what is found and exported, and which events were erased. */
export const createPrivacy = async (db: Kysely<never>): Promise<void> => {
  // Where a second person approves requests.
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
    create table subject_request (
      tenant_id uuid not null references tenant,
      request_id uuid not null,
      environment_id uuid not null,
      type text not null check (type in ('Export', 'Delete')),
      -- The person: a property of built-in events ('builtIn') or of a defined assessment, and its value, as a keyed digest
      -- for good and sealed while it is needed.
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
      -- Who approved it, or cancelled it.
      decided_by text,
      decided_at timestamptz,
      reason text,
      -- Find the events, take them (export or erase), sweep what else holds the person. The cursor is how far the stage is.
      stage text not null default 'find' check (stage in ('find', 'take', 'sweep')),
      until_position bigint,
      cursor bigint not null default 0,
      -- Events taken so far, by number of their kind, and the times between which they were.
      counts jsonb not null default '{}',
      first_at timestamptz,
      last_at timestamptz,
      problem text,
      completed_at timestamptz,
      -- When what was exported goes.
      expires_at timestamptz,
      primary key (tenant_id, request_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index subject_request_newest on subject_request (tenant_id, environment_id, requested_at desc);
    create trigger forget_job after delete on subject_request
      for each row execute function forget_job('subjectRequest', 'request_id')`.execute(db);
  await isolateTenant(db, 'subject_request', { app: ALL, ingest: ['select', 'update'] });

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
  await isolateTenant(db, 'subject_target', { app: ['select', 'delete'], ingest: ['select', 'insert', 'delete'] });

  // What was exported, in parts, compressed already.
  await sql`
    create table subject_export (
      tenant_id uuid not null,
      request_id uuid not null,
      part integer not null,
      data bytea not null,
      primary key (tenant_id, request_id, part),
      foreign key (tenant_id, request_id) references subject_request on delete cascade
    );
    alter table subject_export alter column data set storage external`.execute(db);
  await isolateTenant(db, 'subject_export', { app: ['select', 'delete'], ingest: ['select', 'insert', 'delete'] });

  // Events that had a person erased, by a keyed hash of their id: who looks one up is told so.
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
};
