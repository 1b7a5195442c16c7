import type { ColumnType } from 'kysely';
import type { Instant } from '../columns.ts';

type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;

type EventNoteTable = {
  tenant_id: string;
  note_id: string;
  environment_id: string;
  kind: number;
  event_id: string;
  parent_id: string | null;
  author_id: string;
  author: string;
  /** Empty once it is deleted. */
  body: string;
  created_at: Instant;
  edited_at: NullableInstant;
  deleted_at: NullableInstant;
  deleted_by: string | null;
};

type EventNoteMentionTable = { tenant_id: string; note_id: string; user_id: string; name: string };

type EventNoteDraftTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  event_id: string;
  author_id: string;
  place: string;
  body: string;
  saved_at: Instant;
};

type EventAttachmentTable = {
  tenant_id: string;
  attachment_id: string;
  environment_id: string;
  kind: number;
  event_id: string;
  name: string;
  bytes: number;
  sha256: string;
  added_by_id: string;
  added_by: string;
  added_at: Instant;
  deleted_at: NullableInstant;
  deleted_by: string | null;
};

type EventAttachmentPartTable = { tenant_id: string; attachment_id: string; part: number; data: Buffer };

export type NoteTables = {
  event_note: EventNoteTable;
  event_note_mention: EventNoteMentionTable;
  event_note_draft: EventNoteDraftTable;
  event_attachment: EventAttachmentTable;
  event_attachment_part: EventAttachmentPartTable;
};
