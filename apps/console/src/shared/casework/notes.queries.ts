import {
  attachFile,
  changeEventNote,
  createEventNote,
  deleteAttachment,
  deleteEventNote,
  downloadAttachment,
  findPeopleToMention,
  getEventNotes,
  getEventTimeline,
  saveNoteDraft,
  type EventNotes,
} from '@redoubt/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiCall } from '../../api/api-call.ts';
import { read, readKey } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { useEnvironment } from '../../app/console-context.tsx';
import type { EventRef } from '../events/events.queries.ts';
import { saveFile } from '../files/read-file.ts';

/** Notes about an event, its files, and what the caller has typed. */
export const eventNotesQuery = (call: ApiCall, environmentId: string, ref: EventRef) =>
  read(call, getEventNotes, { params: { environmentId, ...ref } });

/** People to mention, by the beginning of a name. */
export const mentionableQuery = (call: ApiCall, environmentId: string, text: string | null) =>
  read(
    call,
    findPeopleToMention,
    { params: { environmentId }, query: { text: text ?? '' } },
    { enabled: text !== null, staleTime: 60_000 },
  );

export const timelineQuery = (call: ApiCall, environmentId: string, ref: EventRef) =>
  read(call, getEventTimeline, { params: { environmentId, ...ref } }, { staleTime: 0 });

/** Everything that a person does with notes and files of an event; each answer is all that stands now. */
export const useNoteWrites = (ref: EventRef) => {
  const answers = { read: getEventNotes, params: () => ref };
  return {
    create: useWrite(
      createEventNote,
      (body: { readonly text: string; readonly parentId: string | null; readonly mentions: string[] }) => ({
        params: ref,
        body,
      }),
      { answers },
    ),
    change: useWrite(
      changeEventNote,
      ({ noteId, ...body }: { readonly noteId: string; readonly text: string; readonly mentions: string[] }) => ({
        params: { ...ref, noteId },
        body,
      }),
      { answers },
    ),
    remove: useWrite(deleteEventNote, (noteId: string) => ({ params: { ...ref, noteId } }), { answers }),
    attach: useWrite(
      attachFile,
      (file: File) => ({ params: ref, query: { name: file.name.slice(0, 200) }, body: file }),
      { answers },
    ),
    detach: useWrite(deleteAttachment, (attachmentId: string) => ({ params: { ...ref, attachmentId } }), { answers }),
  };
};

const withDraft = (found: EventNotes, place: string, text: string): EventNotes => ({
  ...found,
  drafts: [
    ...found.drafts.filter((draft) => draft.place !== place),
    ...(text.trim() === '' ? [] : [{ place, text, savedAt: new Date().toISOString() }]),
  ],
});

/** Keeps what is typed, on the server and for a return to this event within the console. */
export const useKeepDraft = ({ eventType, eventEnvironmentId, eventId }: EventRef) => {
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { eventType, eventEnvironmentId, eventId };
  const { mutate } = useWrite(
    saveNoteDraft,
    (body: { readonly place: string; readonly text: string }) => ({ params, body }),
    { changes: 'nothing' },
  );
  return useCallback(
    (place: string, text: string): void => {
      const key = readKey(getEventNotes, { params: { environmentId, eventType, eventEnvironmentId, eventId } });
      client.setQueryData<EventNotes>(key, (found) => found && withDraft(found, place, text));
      mutate({ place, text });
    },
    [client, mutate, environmentId, eventType, eventEnvironmentId, eventId],
  );
};

/** Hands the content of a file to the browser for saving; it is never shown. */
export const saveAttachment = async (
  call: ApiCall,
  environmentId: string,
  ref: EventRef,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> => {
  const content = (await call(downloadAttachment, { params: { environmentId, ...ref, attachmentId: id } })) as Blob;
  saveFile(name, content);
};
