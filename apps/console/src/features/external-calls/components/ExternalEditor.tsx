import { useFormats, useText, type Text } from '@redoubt/i18n';
import { Chip, ConfirmPanel, ErrorState, useShortcut, type Command } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../../shell/ReadOnlyChip.tsx';
import { deleteCommand } from '../../../shared/list-page/common-commands.ts';
import styles from '../../../shared/external-calls/external-calls.module.css';

type Stored = {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly changed: { readonly by: string; readonly at: string };
  readonly users: readonly unknown[];
};

export type ExternalEditorProps = {
  readonly text: Text<'externalCalls'> | Text<'externalAssessments'>;
  /** What is edited; null for something new. */
  readonly stored: Stored | null;
  readonly listHref: string;
  readonly readOnly: boolean;
  readonly form: {
    readonly isChanged: boolean;
    readonly isSaving: boolean;
    readonly save: () => void;
    readonly error: unknown;
  };
  /** Why the form cannot be saved as it stands. */
  readonly reason: string | undefined;
  readonly remove: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (
      what: { readonly id: string; readonly version: string },
      options: { readonly onSuccess: () => void },
    ) => void;
  };
  /** Commands between saving and deleting. */
  readonly commands?: readonly Command[];
  readonly chip?: ReactNode;
  readonly onClose: () => void;
  /** Beside the fields. */
  readonly side: ReactNode;
  readonly children: ReactNode;
};

/** The page of something rules call outside of the environment: its fields, saving and deleting. */
export const ExternalEditor = (props: ExternalEditorProps) => {
  const { text, stored, listHref, readOnly, form, reason, remove, commands = [], onClose } = props;
  const common = useText('common');
  const formats = useFormats();
  const [isDeleting, setDeleting] = useState(false);
  useShortcut('Ctrl S', common('action.save'), form.save, { active: !readOnly, inFields: true, always: true });
  useShortcut('Escape', text('title'), onClose);
  const failure = form.error ?? remove.error;
  const title = stored?.name ?? text('new');
  return (
    <ConsolePage
      title={title}
      crumb={title}
      list={{ text: text('title'), href: listHref }}
      commands={
        readOnly
          ? []
          : [
              {
                id: 'save',
                text: common('action.save'),
                onSelect: form.save,
                disabledReason:
                  reason ?? (form.isSaving ? common('saving') : form.isChanged ? undefined : text('nothingNew')),
              },
              ...commands,
              ...(stored
                ? [
                    deleteCommand({
                      text: common('action.delete'),
                      pressed: isDeleting,
                      onSelect: () => setDeleting(!isDeleting),
                      disabledReason: stored.users.length > 0 ? text('inUse') : undefined,
                    }),
                  ]
                : []),
            ]
      }
      strongFirst={!readOnly}
      chips={
        <>
          {form.isChanged ? <Chip>{common('unsaved')}</Chip> : null}
          {readOnly ? <ReadOnlyChip /> : null}
          {props.chip}
        </>
      }
      aside={stored ? text('changedBy', { by: stored.changed.by, at: formats.dateTime(stored.changed.at) }) : null}
    >
      <div className={styles.editor}>
        <div className={styles.fields}>
          {isDeleting && stored ? (
            <ConfirmPanel
              title={text('deleteTitle', { name: stored.name })}
              confirmText={common('action.delete')}
              busy={remove.isPending}
              onConfirm={() => remove.mutate({ id: stored.id, version: stored.version }, { onSuccess: onClose })}
              onCancel={() => setDeleting(false)}
            >
              {text('deleteBody')}
            </ConfirmPanel>
          ) : null}
          {failure ? <ErrorState error={failure} compact /> : null}
          {props.children}
        </div>
        <div className={styles.side}>{props.side}</div>
      </div>
    </ConsolePage>
  );
};
