import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** What people write about events, and the files they attach. None of it follows from the log. */
export const createNotes = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table event_note (
      tenant_id uuid not null references tenant,
      note_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      -- The note that it answers.
      parent_id uuid,
      author_id text not null,
      author text not null,
      -- Empty once it is deleted.
      body text not null,
      created_at timestamptz not null,
      edited_at timestamptz,
      deleted_at timestamptz,
      deleted_by text,
      primary key (tenant_id, note_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index event_note_event on event_note (tenant_id, environment_id, kind, event_id, created_at)`.execute(db);
  await isolateTenant(db, 'event_note', { app: ALL, ingest: ['select', 'delete'] });

  await sql`
    create table event_note_mention (
      tenant_id uuid not null references tenant,
      note_id uuid not null,
      -- Object id in the directory.
      user_id text not null,
      name text not null,
      primary key (tenant_id, note_id, user_id),
      foreign key (tenant_id, note_id) references event_note on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'event_note_mention', { app: ALL });

  // What an author has typed and not published yet; only the author sees it.
  await sql`
    create table event_note_draft (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      author_id text not null,
      -- A new note, an answer or a change: NOTE_DRAFT_PLACE of domain/cases/notes.ts.
      place text not null,
      body text not null,
      saved_at timestamptz not null,
      primary key (tenant_id, environment_id, kind, event_id, author_id, place),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'event_note_draft', { app: ALL, ingest: ['select', 'delete'] });

  await sql`
    create table event_attachment (
      tenant_id uuid not null references tenant,
      attachment_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      name text not null,
      bytes integer not null,
      -- Of the content, in hexadecimal digits.
      sha256 text not null,
      added_by_id text not null,
      added_by text not null,
      added_at timestamptz not null,
      -- Its content goes with its deletion; that it was there stays on record.
      deleted_at timestamptz,
      deleted_by text,
      primary key (tenant_id, attachment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index event_attachment_event on event_attachment (tenant_id, environment_id, kind, event_id, added_at)
  `.execute(db);
  await isolateTenant(db, 'event_attachment', { app: ALL, ingest: ['select', 'delete'] });

  await sql`
    create table event_attachment_part (
      tenant_id uuid not null references tenant,
      attachment_id uuid not null,
      part integer not null,
      data bytea not null,
      primary key (tenant_id, attachment_id, part),
      foreign key (tenant_id, attachment_id) references event_attachment on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'event_attachment_part', { app: ['select', 'insert', 'delete'] });

  // A notice for one person; null reaches all whose roles receive its type.
  await sql`alter table notice add column recipient_id text`.execute(db);
};
