import { AttachRegular } from '@fluentui/react-icons';
import type { EventNote, EventNotes } from '@redoubt/contracts';
import { MAX_ATTACHMENT_BYTES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import type { EventRef } from '../events/events.queries.ts';
import { NoteForm } from './NoteForm.tsx';
import { NoteText } from './NoteText.tsx';
import { eventNotesQuery, saveAttachment, useKeepDraft, useNoteWrites } from './notes.queries.ts';
import styles from './notes.module.css';

type Writes = ReturnType<typeof useNoteWrites>;
type Place = { readonly kind: 'reply' | 'edit'; readonly id: string } | null;

type PartProps = { readonly found: EventNotes; readonly writes: Writes; readonly eventRef: EventRef };

const draftOf = ({ drafts }: EventNotes, place: string): string | undefined =>
  drafts.find((draft) => draft.place === place)?.text;

/** A place where a note is typed, with its draft. */
const Typing = (
  props: PartProps & {
    readonly place: Place;
    readonly note?: EventNote | undefined;
    readonly onClose?: () => void;
    readonly field?: RefObject<HTMLTextAreaElement | null> | undefined;
  },
): ReactNode => {
  const { found, writes, place, note, onClose } = props;
  const say = useText('casework');
  const key = place === null ? 'new' : `${place.kind}:${place.id}`;
  const keep = useKeepDraft(props.eventRef);
  const onDraft = useCallback((text: string) => keep(key, text), [keep, key]);
  const isEdit = place?.kind === 'edit';
  const write = isEdit ? writes.change : writes.create;
  return (
    <NoteForm
      label={say(isEdit ? 'note.edit' : place === null ? 'note.new' : 'note.reply')}
      action={say(isEdit ? 'note.save' : 'note.publish')}
      first={draftOf(found, key) ?? (isEdit ? (note?.text ?? '') : '')}
      mentioned={isEdit ? (note?.mentions ?? []) : []}
      isSaving={write.isPending}
      error={write.error}
      field={props.field}
      onDraft={onDraft}
      onSave={(text, mentions, done) => {
        const onSuccess = (): void => {
          done();
          onClose?.();
        };
        if (isEdit) writes.change.mutate({ noteId: place.id, text, mentions }, { onSuccess });
        else writes.create.mutate({ parentId: place?.id ?? null, text, mentions }, { onSuccess });
      }}
      {...(onClose === undefined ? {} : { onClose })}
    />
  );
};

const Note = (
  props: PartProps & {
    readonly note: EventNote;
    readonly place: Place;
    readonly onPlace: (place: Place) => void;
  },
): ReactNode => {
  const { note, place, onPlace, ...part } = props;
  const { found, writes } = part;
  const say = useText('casework');
  const common = useText('common');
  const formats = useFormats();
  const isHere = place?.id === note.id;
  const close = (): void => onPlace(null);
  if (note.deletedBy !== null) return <p className="soft">{say('note.deleted', { by: note.deletedBy })}</p>;
  return (
    <>
      <p className={styles.head}>
        <strong>{note.by}</strong>
        <time dateTime={note.at} title={formats.utc(note.at)}>
          {formats.dateTime(note.at)}
        </time>
        {note.editedAt === null ? null : <span>{say('note.edited')}</span>}
      </p>
      {isHere && place.kind === 'edit' ? (
        <Typing {...part} place={place} note={note} onClose={close} />
      ) : (
        <NoteText text={note.text} />
      )}
      {isHere ? null : (
        <p className={styles.actions}>
          {found.canWrite ? (
            <button type="button" onClick={() => onPlace({ kind: 'reply', id: note.id })}>
              {say('note.answer')}
            </button>
          ) : null}
          {found.canWrite && note.own ? (
            <button type="button" onClick={() => onPlace({ kind: 'edit', id: note.id })}>
              {common('action.edit')}
            </button>
          ) : null}
          {found.canWrite && (note.own || found.canManage) ? (
            <button type="button" onClick={() => writes.remove.mutate(note.id)}>
              {common('action.delete')}
            </button>
          ) : null}
        </p>
      )}
      {isHere && place.kind === 'reply' ? <Typing {...part} place={place} onClose={close} /> : null}
    </>
  );
};

const Files = ({ found, writes, eventRef }: PartProps): ReactNode => {
  const say = useText('casework');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const picker = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const error = failure ?? writes.attach.error ?? writes.detach.error;
  return (
    <>
      {found.attachments.length === 0 ? null : (
        <ul className={styles.files}>
          {found.attachments.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                title={say('file.save', { name: file.name, by: file.by })}
                onClick={() => {
                  setFailure(null);
                  saveAttachment(call, environmentId, eventRef, file).catch(setFailure);
                }}
              >
                {file.name}
              </button>
              <span className="soft">{formats.bytes(file.bytes)}</span>
              {found.canWrite && (file.own || found.canManage) ? (
                <button
                  type="button"
                  aria-label={say('file.delete', { name: file.name })}
                  onClick={() => writes.detach.mutate(file.id)}
                >
                  {common('action.delete')}
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {error ? <ErrorState error={error} compact /> : null}
      {found.canWrite ? (
        <div className="row">
          <input
            ref={picker}
            type="file"
            hidden
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) writes.attach.mutate(file);
              target.value = '';
            }}
          />
          <CommandButton
            command={{
              id: 'attach',
              text: say('file.attach', { most: formats.bytes(MAX_ATTACHMENT_BYTES) }),
              icon: AttachRegular,
              ...(writes.attach.isPending ? { disabledReason: common('saving') } : {}),
              onSelect: () => picker.current?.click(),
            }}
          />
        </div>
      ) : null}
    </>
  );
};

const Threads = (part: PartProps): ReactNode => {
  const [place, setPlace] = useState<Place>(null);
  const answers = Map.groupBy(part.found.notes, ({ parentId }) => parentId);
  const show = (note: EventNote): ReactNode => <Note {...part} note={note} place={place} onPlace={setPlace} />;
  return (
    <ul className={styles.notes}>
      {(answers.get(null) ?? []).map((note) => (
        <li key={note.id}>
          {show(note)}
          {answers.has(note.id) ? (
            <ul className={styles.answers}>
              {answers.get(note.id)?.map((answer) => (
                <li key={answer.id}>{show(answer)}</li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
};

type NotesPartProps = {
  readonly event: EventRef;
  /** Where a new note is typed, for a key that leads there. */
  readonly field?: RefObject<HTMLTextAreaElement | null> | undefined;
};

const Notes = ({ event, field }: NotesPartProps): ReactNode => {
  const say = useText('casework');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(eventNotesQuery(call, environmentId, event));
  const writes = useNoteWrites(event);
  const count = query.data?.notes.filter(({ deletedBy }) => deletedBy === null).length;
  return (
    <Section title={say('notes')} meta={count === undefined || count === 0 ? undefined : String(count)}>
      <QueryState query={query} compact>
        {(found) => {
          const part = { found, writes, eventRef: event };
          return (
            <>
              <Threads {...part} />
              {writes.remove.error ? <ErrorState error={writes.remove.error} compact /> : null}
              {found.canWrite ? <Typing {...part} place={null} field={field} /> : null}
              <Files {...part} />
            </>
          );
        }}
      </QueryState>
    </Section>
  );
};

/** What people wrote about an event and attached to it, with the place to write; nothing for those who may not read it. */
export const NotesPart = (props: NotesPartProps): ReactNode => {
  const { eventType, eventEnvironmentId, eventId } = props.event;
  // What is typed belongs to its event: another one begins with its own draft.
  return useMay()('notes:read') ? <Notes key={`${eventType} ${eventEnvironmentId} ${eventId}`} {...props} /> : null;
};
