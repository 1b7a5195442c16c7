import type { EventNotes, findPeopleToMention as peopleEndpoint, QueryOf, ResponseOf } from '@redoubt/contracts';
import { allows, fail, MAX_NOTES } from '@redoubt/domain';
import { isCleanText, type Id } from '@redoubt/kernel';
import {
  findAttachment,
  findMembers,
  listAttachments,
  listMentions,
  listNoteDrafts,
  listNotes,
  readAttachment,
  type NotedEvent,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { requireMayLeave, SAVED_FILE } from '../environments/may-leave.ts';
import { readEventMask } from '../privacy/event-masks.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { findNotedEvent, type EventAddress } from './noted-event.ts';

/** People that a list of suggestions holds. */
const SUGGESTED = 10;

/** Whether the caller may delete what others wrote: those who manage queues. */
export const managesNotes = ({ capabilities }: EnvironmentContext): boolean => allows(capabilities, 'queues:write');

/** All that people wrote about an event, as the caller sees it: what others wrote with masks in place of the event's values. */
export const readEventNotes = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  event: NotedEvent,
): Promise<EventNotes> => {
  const { actor, capabilities } = context;
  const notes = await listNotes(trx, event, MAX_NOTES);
  const mentions = await listMentions(
    trx,
    notes.map(({ id }) => id),
  );
  const attachments = await listAttachments(trx, event);
  const drafts = await listNoteDrafts(trx, event, actor.id);
  const mask = await readEventMask(trx, context, event);
  const seen = (text: string, isOwn: boolean): string => (mask === null || isOwn ? text : mask.text(text));
  return {
    notes: notes.map((note) => ({
      id: note.id,
      parentId: note.parentId,
      by: note.author,
      own: note.authorId === actor.id,
      at: note.createdAt.toISOString(),
      editedAt: note.editedAt?.toISOString() ?? null,
      deletedBy: note.deletedBy,
      text: seen(note.text, note.authorId === actor.id),
      mentions: (mentions.get(note.id) ?? []).map(({ userId, name }) => ({ id: userId, name })),
    })),
    attachments: attachments.map(({ id, name, bytes, sha256, addedById, addedBy, addedAt }) => ({
      id,
      name: seen(name, addedById === actor.id),
      bytes,
      sha256,
      by: addedBy,
      own: addedById === actor.id,
      at: addedAt.toISOString(),
    })),
    drafts: drafts.map(({ place, text, savedAt }) => ({ place, text, savedAt: savedAt.toISOString() })),
    canWrite: allows(capabilities, 'notes:write'),
    canManage: managesNotes(context),
  };
};

/** Notes about an event, files attached to it and drafts of the caller. Throws EVENT-UNKNOWN, EVENT-ERASED, ENV-UNKNOWN. */
export const getEventNotes = (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
): Promise<EventNotes> =>
  reading(context, async (trx) => {
    const { event } = await findNotedEvent(trx, context, { eventType, eventEnvironmentId, eventId });
    return readEventNotes(trx, context, event);
  });

/** People of the tenant by the beginning of a name. Throws REQ-INVALID for a text that no name can have. */
export const findPeopleToMention = (
  context: EnvironmentContext,
  { text }: QueryOf<typeof peopleEndpoint>,
): Promise<ResponseOf<typeof peopleEndpoint>> => {
  if (!isCleanText(text)) throw fail('REQ-INVALID', { count: 1 });
  return reading(context, async (trx) => {
    const people = await findMembers(trx, text.trim(), SUGGESTED);
    return { people: people.map(({ userId, username, name }) => ({ id: userId, username, name })) };
  });
};

/** The content of a file. Throws ATTACHMENT-UNKNOWN besides what an unknown event throws. */
export const downloadAttachment = (
  context: EnvironmentContext,
  address: EventAddress,
  id: Id,
): Promise<{ readonly name: string; readonly bytes: Buffer }> =>
  inTransaction(context, async (trx) => {
    const { event } = await findNotedEvent(trx, context, address);
    const found = await findAttachment(trx, event, id);
    if (!found) throw fail('ATTACHMENT-UNKNOWN', { id });
    await requireMayLeave(trx, [context.environmentId], SAVED_FILE);
    const mask = found.addedById === context.actor.id ? null : await readEventMask(trx, context, event);
    return { name: mask?.text(found.name) ?? found.name, bytes: await readAttachment(trx, id) };
  });
