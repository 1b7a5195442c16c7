import { createHash } from 'node:crypto';
import type {
  BodyOf,
  changeEventNote as changeEndpoint,
  createEventNote as createEndpoint,
  EventNotes,
  ResponseOf,
  saveNoteDraft as draftEndpoint,
} from '@redoubt/contracts';
import { attachmentName, fail, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS, MAX_NOTES } from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  countNotes,
  dropAttachment,
  emptyNote,
  findAttachment,
  insertAttachment,
  insertNote,
  listAttachments,
  putNoteDraft,
  readMembers,
  saveMentions,
  takeNote,
  updateNote,
  type NotedEvent,
  type StoredNote,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Operation, ResourceType } from '../activity-entry.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { eventLink } from '../notices/event-link.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { findNotedEvent, type EventAddress } from './noted-event.ts';
import { managesNotes, readEventNotes } from './notes.queries.ts';

type Change = { readonly trx: TenantTransaction; readonly event: NotedEvent };

/** Changes what stands about an event, and answers all of it. */
const changeNotes = (
  context: EnvironmentContext,
  address: EventAddress,
  work: (change: Change) => Promise<void>,
): Promise<EventNotes> =>
  inTransaction(context, async (trx) => {
    const { event } = await findNotedEvent(trx, context, address);
    await work({ trx, event });
    return readEventNotes(trx, context, event);
  });

/** Texts are personal: the activity log keeps that there was one, and how long. */
const record = (
  { trx, event }: Change,
  context: EnvironmentContext,
  operation: Operation,
  type: Extract<ResourceType, 'Note' | 'Attachment'>,
  id: Id,
  modified: Json,
): Promise<void> =>
  recordActivity(trx, context, {
    operation,
    type,
    id,
    name: event.kind,
    environmentId: event.environmentId,
    modified,
  });

/** Makes these the people that a note mentions, and tells the new ones. Throws NOTE-MENTION-UNKNOWN. */
const mention = async (
  { trx, event }: Change,
  context: EnvironmentContext,
  noteId: Id,
  userIds: readonly string[],
): Promise<number> => {
  const wanted = [...new Set(userIds)];
  const members = await readMembers(trx, wanted);
  const unknown = wanted.find((id) => !members.some(({ userId }) => userId === id));
  if (unknown !== undefined) throw fail('NOTE-MENTION-UNKNOWN', { id: unknown });
  const told = await saveMentions(trx, context.tenantId, noteId, members);
  for (const { userId } of told) {
    if (userId === context.actor.id) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- they write in one transaction
    await raiseNotice(trx, context, {
      code: 'NOTE-MENTION',
      severity: 'Information',
      params: { by: context.actor.name },
      link: eventLink(event),
      environmentId: event.environmentId,
      recipientId: userId,
    });
  }
  return members.length;
};

const takeOwn = async ({ trx, event }: Change, { actor }: EnvironmentContext, id: Id): Promise<StoredNote> => {
  const note = await takeNote(trx, event, id);
  if (!note || note.deletedAt !== null) throw fail('NOTE-UNKNOWN', { id });
  if (note.authorId !== actor.id) throw fail('NOTE-NOT-YOURS', { by: note.author });
  return note;
};

const discardDraft = ({ trx, event }: Change, { tenantId, actor, clock }: EnvironmentContext, place: string) =>
  putNoteDraft(trx, tenantId, event, actor.id, { place, text: '', savedAt: new Date(clock.now()) });

/** Writes a note, or an answer to one; its draft goes. Throws NOTE-UNKNOWN, NOTE-LIMIT, NOTE-MENTION-UNKNOWN. */
export const createEventNote = (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
  { text, parentId, mentions }: BodyOf<typeof createEndpoint>,
): Promise<EventNotes> => {
  requireClean({ 'body.text': text, 'body.mentions': mentions });
  return changeNotes(context, { eventType, eventEnvironmentId, eventId }, async (change) => {
    const { trx, event } = change;
    const parent = parentId === null ? null : await takeNote(trx, event, parentId);
    if (parent === undefined) throw fail('NOTE-UNKNOWN', { id: parentId ?? '' });
    if ((await countNotes(trx, event)) >= MAX_NOTES) throw fail('NOTE-LIMIT', { max: MAX_NOTES });
    const { by, at } = changedBy(context);
    const id = newId();
    // Answers stand below the note that began their thread.
    const thread = parent?.parentId ?? parentId;
    const note = { id, parentId: thread, authorId: context.actor.id, author: by, text, createdAt: at };
    await insertNote(trx, context.tenantId, event, note);
    const mentioned = await mention(change, context, id, mentions);
    await discardDraft(change, context, parentId === null ? 'new' : `reply:${parentId}`);
    await record(change, context, 'Create', 'Note', id, { characters: text.length, mentioned });
  });
};

/** Changes an own note; its draft goes. Throws NOTE-UNKNOWN, NOTE-NOT-YOURS, NOTE-MENTION-UNKNOWN. */
export const changeEventNote = (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
  noteId: Id,
  { text, mentions }: BodyOf<typeof changeEndpoint>,
): Promise<EventNotes> => {
  requireClean({ 'body.text': text, 'body.mentions': mentions });
  return changeNotes(context, { eventType, eventEnvironmentId, eventId }, async (change) => {
    await takeOwn(change, context, noteId);
    await updateNote(change.trx, noteId, text, changedBy(context).at);
    const mentioned = await mention(change, context, noteId, mentions);
    await discardDraft(change, context, `edit:${noteId}`);
    await record(change, context, 'Update', 'Note', noteId, { characters: text.length, mentioned });
  });
};

/** Deletes an own note, or one of others where the caller manages queues. Throws NOTE-UNKNOWN, NOTE-NOT-YOURS. */
export const deleteEventNote = (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
  noteId: Id,
): Promise<EventNotes> =>
  changeNotes(context, { eventType, eventEnvironmentId, eventId }, async (change) => {
    const { trx, event } = change;
    const note = await takeNote(trx, event, noteId);
    if (!note || note.deletedAt !== null) throw fail('NOTE-UNKNOWN', { id: noteId });
    if (note.authorId !== context.actor.id && !managesNotes(context)) throw fail('NOTE-NOT-YOURS', { by: note.author });
    await emptyNote(trx, noteId, changedBy(context));
    await record(change, context, 'Delete', 'Note', noteId, { characters: note.text.length, by: note.author });
  });

/** Keeps what the caller has typed and not published. Called while typing: it is not in the activity log. */
export const saveNoteDraft = (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
  { place, text }: BodyOf<typeof draftEndpoint>,
): Promise<ResponseOf<typeof draftEndpoint>> => {
  requireClean({ 'body.text': text });
  return inTransaction(context, async (trx) => {
    const { event } = await findNotedEvent(trx, context, { eventType, eventEnvironmentId, eventId });
    const savedAt = new Date(context.clock.now());
    const kept = text.trim() === '' ? '' : text;
    await putNoteDraft(trx, context.tenantId, event, context.actor.id, { place, text: kept, savedAt });
    return { savedAt: kept === '' ? null : savedAt.toISOString() };
  });
};

/** Reads a file whole; one that is too large is not read to its end. */
const readFile = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > MAX_ATTACHMENT_BYTES) throw fail('ATTACHMENT-TOO-LARGE', { max: MAX_ATTACHMENT_BYTES });
    chunks.push(chunk);
  }
  if (bytes === 0) throw fail('ATTACHMENT-EMPTY');
  return Buffer.concat(chunks);
};

/** Attaches a file to an event. Throws ATTACHMENT-EMPTY, ATTACHMENT-TOO-LARGE, ATTACHMENT-LIMIT. */
export const attachFile = async (
  context: EnvironmentContext,
  address: EventAddress,
  file: { readonly name: string; readonly stream: AsyncIterable<Uint8Array> },
): Promise<EventNotes> => {
  const content = await readFile(file.stream);
  return changeNotes(context, address, async (change) => {
    const { trx, event } = change;
    if ((await listAttachments(trx, event)).length >= MAX_ATTACHMENTS)
      throw fail('ATTACHMENT-LIMIT', { max: MAX_ATTACHMENTS });
    const { by, at } = changedBy(context);
    const id = newId();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const attachment = {
      id,
      name: attachmentName(file.name),
      sha256,
      addedById: context.actor.id,
      addedBy: by,
      addedAt: at,
    };
    await insertAttachment(trx, context.tenantId, event, attachment, content);
    await record(change, context, 'Create', 'Attachment', id, { bytes: content.length, sha256 });
  });
};

/** Deletes an own file, or one of others where the caller manages queues. Throws ATTACHMENT-UNKNOWN, NOTE-NOT-YOURS. */
export const deleteAttachment = (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
  attachmentId: Id,
): Promise<EventNotes> =>
  changeNotes(context, { eventType, eventEnvironmentId, eventId }, async (change) => {
    const { trx, event } = change;
    const found = await findAttachment(trx, event, attachmentId);
    if (!found) throw fail('ATTACHMENT-UNKNOWN', { id: attachmentId });
    if (found.addedById !== context.actor.id && !managesNotes(context))
      throw fail('NOTE-NOT-YOURS', { by: found.addedBy });
    await dropAttachment(trx, attachmentId, changedBy(context));
    await record(change, context, 'Delete', 'Attachment', attachmentId, { bytes: found.bytes, sha256: found.sha256 });
  });
