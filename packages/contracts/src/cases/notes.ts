import {
  MAX_ATTACHMENT_NAME,
  MAX_ATTACHMENTS,
  MAX_MENTIONS,
  MAX_NOTE,
  MAX_NOTES,
  NOTE_DRAFT_PLACE,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { eventParams } from '../events/events.ts';

const base = '/platform/v1/environments/:environmentId/events/:eventType/:eventEnvironmentId/:eventId';

/** A person who can be mentioned: one of the tenant. */
const mentioned = z.strictObject({ id: z.string(), name: z.string() });
export type Mentioned = z.infer<typeof mentioned>;

const eventNote = z.strictObject({
  id: guid,
  /** The note that it answers; null where it begins a thread. */
  parentId: guid.nullable(),
  by: z.string(),
  /** Whether the caller wrote it. */
  own: z.boolean(),
  at: instant,
  editedAt: instant.nullable(),
  /** Who deleted it; its text is gone then, and its answers stay. */
  deletedBy: z.string().nullable(),
  text: z.string(),
  mentions: z.array(mentioned),
});
export type EventNote = z.infer<typeof eventNote>;

const attachment = z.strictObject({
  id: guid,
  name: z.string(),
  bytes: z.number().int(),
  /** Of its content, in hexadecimal digits. */
  sha256: z.string(),
  by: z.string(),
  own: z.boolean(),
  at: instant,
});
export type EventAttachment = z.infer<typeof attachment>;

const noteDraft = z.strictObject({ place: z.string(), text: z.string(), savedAt: instant });
export type NoteDraft = z.infer<typeof noteDraft>;

/** All that people wrote about an event and attached to it. */
const eventNotes = z.strictObject({
  /** Oldest first. */
  notes: z.array(eventNote).max(MAX_NOTES),
  attachments: z.array(attachment).max(MAX_ATTACHMENTS),
  /** What the caller has typed and not published yet. */
  drafts: z.array(noteDraft),
  canWrite: z.boolean(),
  /** Deletes what others wrote, too. */
  canManage: z.boolean(),
});
export type EventNotes = z.infer<typeof eventNotes>;

const text = z.string().trim().min(1).max(MAX_NOTE);
/** Directory ids of those who are notified. */
const mentions = z.array(z.string().min(1).max(200)).max(MAX_MENTIONS).default([]);

const EVENT = ['EVENT-UNKNOWN', 'EVENT-ERASED', 'ENV-UNKNOWN'] as const;
const noteParams = eventParams.extend({ noteId: guid });

export const getEventNotes = defineEndpoint({
  id: 'notes.list',
  summary: 'Notes about an event with the drafts of the caller, and the files attached to it.',
  method: 'GET',
  path: `${base}/notes`,
  permission: 'notes:read',
  params: eventParams,
  response: eventNotes,
  errors: EVENT,
});

export const createEventNote = defineEndpoint({
  id: 'notes.create',
  summary: 'Write a note about an event, or answer one; those it mentions are notified.',
  method: 'POST',
  path: `${base}/notes`,
  permission: 'notes:write',
  params: eventParams,
  body: z.strictObject({ text, parentId: guid.nullable().default(null), mentions }),
  response: eventNotes,
  errors: [...EVENT, 'NOTE-UNKNOWN', 'NOTE-LIMIT', 'NOTE-MENTION-UNKNOWN'],
});

export const changeEventNote = defineEndpoint({
  id: 'notes.change',
  summary: 'Change an own note; those newly mentioned are notified.',
  method: 'PUT',
  path: `${base}/notes/:noteId`,
  permission: 'notes:write',
  params: noteParams,
  body: z.strictObject({ text, mentions }),
  response: eventNotes,
  errors: [...EVENT, 'NOTE-UNKNOWN', 'NOTE-NOT-YOURS', 'NOTE-MENTION-UNKNOWN'],
});

export const deleteEventNote = defineEndpoint({
  id: 'notes.delete',
  summary: 'Delete an own note, or one of others where the caller manages queues; answers to it stay.',
  method: 'DELETE',
  path: `${base}/notes/:noteId`,
  permission: 'notes:write',
  params: noteParams,
  response: eventNotes,
  errors: [...EVENT, 'NOTE-UNKNOWN', 'NOTE-NOT-YOURS'],
});

export const saveNoteDraft = defineEndpoint({
  id: 'notes.saveDraft',
  summary: 'Keep what is typed of a note, for its author alone; an empty text discards it.',
  method: 'PUT',
  path: `${base}/notedraft`,
  permission: 'notes:write',
  params: eventParams,
  body: z.strictObject({ place: z.string().regex(NOTE_DRAFT_PLACE), text: z.string().max(MAX_NOTE) }),
  response: z.strictObject({
    /** Null where it was discarded. */
    savedAt: instant.nullable(),
  }),
  errors: EVENT,
});

export const findPeopleToMention = defineEndpoint({
  id: 'notes.people',
  summary: 'People of the tenant whose name or sign-in name begins with a text, for a mention.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/mentionable',
  permission: 'notes:write',
  params: environmentParams,
  query: z.strictObject({ text: z.string().max(100).default('') }),
  response: z.strictObject({ people: z.array(mentioned.extend({ username: z.string() })).max(10) }),
});

export const attachFile = defineEndpoint({
  id: 'attachments.add',
  summary: 'Attach a file to an event, of at most 10 MB.',
  method: 'POST',
  path: `${base}/attachments`,
  permission: 'notes:write',
  params: eventParams,
  query: z.strictObject({ name: z.string().min(1).max(MAX_ATTACHMENT_NAME) }),
  /** The content of the file. */
  body: z.unknown(),
  bodyKind: 'bytes',
  response: eventNotes,
  errors: [...EVENT, 'ATTACHMENT-EMPTY', 'ATTACHMENT-TOO-LARGE', 'ATTACHMENT-LIMIT'],
});

const attachmentParams = eventParams.extend({ attachmentId: guid });

export const downloadAttachment = defineEndpoint({
  id: 'attachments.download',
  summary: 'The content of an attached file, for saving; browsers are instructed never to show it.',
  method: 'GET',
  path: `${base}/attachments/:attachmentId`,
  permission: 'notes:read',
  params: attachmentParams,
  response: z.unknown(),
  responseType: 'file',
  errors: ['RESIDENCY-DOWNLOAD', ...EVENT, 'ATTACHMENT-UNKNOWN'],
});

export const deleteAttachment = defineEndpoint({
  id: 'attachments.delete',
  summary: 'Delete an own attached file with its content, or one of others where the caller manages queues.',
  method: 'DELETE',
  path: `${base}/attachments/:attachmentId`,
  permission: 'notes:write',
  params: attachmentParams,
  response: eventNotes,
  errors: [...EVENT, 'ATTACHMENT-UNKNOWN', 'NOTE-NOT-YOURS'],
});
