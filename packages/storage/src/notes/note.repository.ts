import type { LoggedAssessmentKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

/** The event that notes and files are about. */
export type NotedEvent = {
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
};

export type NoteMention = { readonly userId: string; readonly name: string };

export type StoredNote = {
  readonly id: Id;
  readonly parentId: Id | null;
  readonly authorId: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly deletedBy: string | null;
};

const COLUMNS = [
  'note_id as id',
  'parent_id as parentId',
  'author_id as authorId',
  'author',
  'body as text',
  'created_at as createdAt',
  'edited_at as editedAt',
  'deleted_at as deletedAt',
  'deleted_by as deletedBy',
] as const;

const notesOf = (trx: TenantTransaction, { environmentId, kind, eventId }: NotedEvent) =>
  trx
    .selectFrom('event_note')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kindCodeOf(kind))
    .where('event_id', '=', eventId);

/** Notes about an event, oldest first. */
export const listNotes = (trx: TenantTransaction, event: NotedEvent, limit: number): Promise<readonly StoredNote[]> =>
  notesOf(trx, event).orderBy('created_at').orderBy('note_id').limit(limit).execute();

/** One of them, taken for this transaction. */
export const takeNote = (trx: TenantTransaction, event: NotedEvent, id: Id): Promise<StoredNote | undefined> =>
  notesOf(trx, event).where('note_id', '=', id).forUpdate().executeTakeFirst();

export const countNotes = async (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: NotedEvent,
): Promise<number> =>
  (
    await trx
      .selectFrom('event_note')
      .select((select) => select.fn.countAll<number>().as('notes'))
      .where('environment_id', '=', environmentId)
      .where('kind', '=', kindCodeOf(kind))
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
  ).notes;

export const insertNote = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, kind, eventId }: NotedEvent,
  note: Pick<StoredNote, 'id' | 'parentId' | 'authorId' | 'author' | 'text' | 'createdAt'>,
): Promise<void> => {
  await trx
    .insertInto('event_note')
    .values({
      tenant_id: tenantId,
      note_id: note.id,
      environment_id: environmentId,
      kind: kindCodeOf(kind),
      event_id: eventId,
      parent_id: note.parentId,
      author_id: note.authorId,
      author: note.author,
      body: note.text,
      created_at: note.createdAt,
      edited_at: null,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
};

export const updateNote = async (trx: TenantTransaction, id: Id, text: string, editedAt: Date): Promise<void> => {
  await trx.updateTable('event_note').set({ body: text, edited_at: editedAt }).where('note_id', '=', id).execute();
};

/** Removes what a note says; that it was there stays, and what answers it. */
export const emptyNote = async (
  trx: TenantTransaction,
  id: Id,
  deleted: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('event_note')
    .set({ body: '', deleted_at: deleted.at, deleted_by: deleted.by })
    .where('note_id', '=', id)
    .execute();
  await trx.deleteFrom('event_note_mention').where('note_id', '=', id).execute();
};

/** Whom notes mention, by note. */
export const listMentions = async (
  trx: TenantTransaction,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, readonly NoteMention[]>> => {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('event_note_mention')
    .select(['note_id as id', 'user_id as userId', 'name'])
    .where('note_id', 'in', [...ids])
    .orderBy('name')
    .execute();
  return Map.groupBy(rows, ({ id }) => id);
};

/** Makes these the people that a note mentions; gives those whom it did not mention before. */
export const saveMentions = async (
  trx: TenantTransaction,
  tenantId: Id,
  id: Id,
  people: readonly NoteMention[],
): Promise<readonly NoteMention[]> => {
  const before = new Set((await listMentions(trx, [id])).get(id)?.map(({ userId }) => userId));
  await trx.deleteFrom('event_note_mention').where('note_id', '=', id).execute();
  if (people.length > 0)
    await trx
      .insertInto('event_note_mention')
      .values(people.map(({ userId, name }) => ({ tenant_id: tenantId, note_id: id, user_id: userId, name })))
      .execute();
  return people.filter(({ userId }) => !before.has(userId));
};

export type StoredNoteDraft = { readonly place: string; readonly text: string; readonly savedAt: Date };

export const listNoteDrafts = (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: NotedEvent,
  authorId: string,
): Promise<readonly StoredNoteDraft[]> =>
  trx
    .selectFrom('event_note_draft')
    .select(['place', 'body as text', 'saved_at as savedAt'])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kindCodeOf(kind))
    .where('event_id', '=', eventId)
    .where('author_id', '=', authorId)
    .orderBy('place')
    .execute();

/** Keeps what an author has typed; nothing of it with an empty text. */
export const putNoteDraft = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, kind, eventId }: NotedEvent,
  authorId: string,
  { place, text, savedAt }: StoredNoteDraft,
): Promise<void> => {
  if (text === '') {
    await trx
      .deleteFrom('event_note_draft')
      .where('environment_id', '=', environmentId)
      .where('kind', '=', kindCodeOf(kind))
      .where('event_id', '=', eventId)
      .where('author_id', '=', authorId)
      .where('place', '=', place)
      .execute();
    return;
  }
  await trx
    .insertInto('event_note_draft')
    .values({
      tenant_id: tenantId,
      environment_id: environmentId,
      kind: kindCodeOf(kind),
      event_id: eventId,
      author_id: authorId,
      place,
      body: text,
      saved_at: savedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id', 'kind', 'event_id', 'author_id', 'place'])
        .doUpdateSet({ body: text, saved_at: savedAt }),
    )
    .execute();
};
