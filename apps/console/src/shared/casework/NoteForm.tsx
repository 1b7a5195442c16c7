import { createEventNote, type Mentioned } from '@redoubt/contracts';
import { MAX_NOTE } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useWireForm } from '../forms/use-wire-form.ts';
import { withMention } from './mention-at.ts';
import { useMentionList } from './use-mention-list.tsx';
import styles from './notes.module.css';

/** How long typing rests before a draft is kept. */
const REST_MS = 500;

type NoteFormProps = {
  readonly label: string;
  /** What is typed already: a draft, or the note that is changed. */
  readonly first: string;
  readonly mentioned?: readonly Mentioned[];
  readonly action: string;
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly onDraft: (text: string) => void;
  readonly onSave: (text: string, mentions: string[], done: () => void) => void;
  /** Absent where there is nothing to go back to. */
  readonly onClose?: () => void;
  readonly field?: RefObject<HTMLTextAreaElement | null> | undefined;
};

const body = createEventNote.body.pick({ text: true });

/** Where a note is typed: kept as a draft while typing, with suggestions of people behind an at sign. */
export const NoteForm = (props: NoteFormProps): ReactNode => {
  const { first, mentioned = [], isSaving, error, onDraft, onSave, onClose } = props;
  const say = useText('casework');
  const common = useText('common');
  const [caret, setCaret] = useState(first.length);
  const [people, setPeople] = useState<readonly Mentioned[]>(mentioned);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? ownField;
  const kept = useRef(first);
  const typed = useRef(first);
  const form = useWireForm({
    body,
    values: { text: first },
    texts: { text: say('note.empty') },
    blocked: isSaving ? common('saving') : undefined,
    error,
    onSubmit: ({ text: note }) => {
      const named = people.filter(({ name }) => note.includes(`@${name}`)).map(({ id }) => id);
      // The server drops the draft with the note; leaving meanwhile keeps none.
      kept.current = typed.current;
      onSave(note, named, () => {
        kept.current = '';
        type('', 0);
        setPeople([]);
      });
    },
  });
  const text = form.watch('text');

  useEffect(() => {
    const keep = (): void => {
      if (typed.current === kept.current) return;
      kept.current = typed.current;
      onDraft(typed.current);
    };
    const timer = setTimeout(keep, REST_MS);
    return () => clearTimeout(timer);
  }, [text, onDraft]);
  // What was typed last is kept too when the case changes, before typing rests.
  useEffect(
    () => () => {
      if (typed.current !== kept.current) onDraft(typed.current);
    },
    [onDraft],
  );

  useEffect(() => {
    if (error) kept.current = '';
  }, [error]);

  const type = (next: string, at: number): void => {
    typed.current = next.slice(0, MAX_NOTE);
    form.setValue('text', typed.current);
    setCaret(at);
  };
  const choose = (person: Mentioned): void => {
    const next = withMention(text, caret, person.name);
    setPeople([...people.filter(({ id }) => id !== person.id), person]);
    type(next.text, next.caret);
    field.current?.focus();
  };
  const mention = useMentionList(text, caret, choose);
  const isEmpty = text.trim() === '';
  return (
    <form className={styles.form} {...form.formProps}>
      <textarea
        ref={field}
        aria-label={props.label}
        placeholder={props.label}
        rows={3}
        maxLength={MAX_NOTE}
        value={text}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => {
          const takes = mention.takesKey(event);
          if (!takes && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          // The letters of the page work again once the field is left.
          if (!takes) event.currentTarget.blur();
        }}
        {...mention.fieldProps}
      />
      {mention.list}
      {error ? <ErrorState error={error} compact /> : null}
      {isEmpty && onClose === undefined ? null : (
        <div className="row">
          <CommandButton
            primary
            type="submit"
            command={{ id: 'save', text: props.action, keys: 'Ctrl Enter', disabledReason: form.disabledReason }}
          />
          {onClose === undefined ? null : (
            <CommandButton
              command={{
                id: 'close',
                text: common('action.cancel'),
                onSelect: () => {
                  type('', 0);
                  onClose();
                },
              }}
            />
          )}
        </div>
      )}
    </form>
  );
};
