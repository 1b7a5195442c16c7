import { Field, Input } from '@fluentui/react-components';
import type { ActivityDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useRestoreVersion } from '../restore-version.ts';

/** Asks before a version is published again, with a note for the history. */
export const RestoreVersion = (props: {
  readonly entry: ActivityDetail;
  readonly version: number;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { entry, version } = props;
  const text = useText('activityLog');
  const [note, setNote] = useState('');
  const restore = useRestoreVersion(entry, version);
  return (
    <div className="px-page pb-2">
      <ConfirmPanel
        title={text('restore.question', { version, name: entry.resource.name })}
        confirmText={text('restore.command')}
        busy={restore.isPending}
        onConfirm={() => restore.mutate(note.trim(), { onSuccess: props.onDone })}
        onCancel={props.onCancel}
      >
        <p>{text('restore.body')}</p>
        <Field label={text('restore.note')} size="small">
          <Input size="small" maxLength={500} value={note} onChange={(_event, { value }) => setNote(value)} />
        </Field>
      </ConfirmPanel>
      {restore.isError ? <ErrorState compact error={restore.error} /> : null}
    </div>
  );
};
