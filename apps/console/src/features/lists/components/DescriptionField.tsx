import { Button, Textarea } from '@fluentui/react-components';
import type { ListSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useListMutations } from '../lists.queries.ts';
import styles from './lists.module.css';

/** The description, edited where it stands; Escape keeps the old one. */
export const DescriptionField = ({
  list,
  canWrite,
}: {
  readonly list: ListSummary;
  readonly canWrite: boolean;
}): ReactNode => {
  const text = useText('lists');
  const common = useText('common');
  const provided = useProvidedNames();
  const description = provided.shown(list.description);
  const { describe } = useListMutations();
  const [draft, setDraft] = useState<string | null>(null);
  if (!canWrite) return <p className="quiet">{description}</p>;
  if (draft === null)
    return (
      <button
        type="button"
        className={styles.editable}
        title={common('action.edit')}
        onClick={() => setDraft(description)}
      >
        {description || <span className="soft">{text('describe')}</span>}
      </button>
    );
  const save = (): void => {
    if (draft.trim() === description) setDraft(null);
    else describe.mutate({ list, description: draft.trim() }, { onSuccess: () => setDraft(null) });
  };
  return (
    <div
      role="group"
      aria-label={text('column.description')}
      className="stack-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          setDraft(null);
        }
        if (event.key === 'Enter' && event.ctrlKey) save();
      }}
    >
      <Textarea
        size="small"
        rows={2}
        maxLength={500}
        value={draft}
        aria-label={text('column.description')}
        autoFocus
        onChange={(_event, { value }) => setDraft(value)}
      />
      <div className="row">
        <Button size="small" appearance="primary" onClick={save}>
          {describe.isPending ? common('saving') : common('action.save')}
        </Button>
        <Button size="small" onClick={() => setDraft(null)}>
          {common('action.cancel')}
        </Button>
      </div>
      {describe.error ? <ErrorState error={describe.error} compact /> : null}
    </div>
  );
};
