import { Field, Input, Textarea } from '@fluentui/react-components';
import type { ListSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState } from '@redoubt/ui';
import { useState } from 'react';
import styles from '../components/lists.module.css';
import { PreviewTable } from '../components/PreviewTable.tsx';
import { useSourceMutations } from './source.queries.ts';
import { SourceFields } from './SourceFields.tsx';
import { useSourceForm } from './use-source-form.ts';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { WireField } from '../../../shared/forms/WireField.tsx';

/** Makes or changes a list whose rows are kept in a database or behind an address; its connection is tried first. */
export const SourcePanel = (props: {
  /** The list to change; a new one without it. */
  readonly list?: ListSummary;
  readonly onDone: (list: ListSummary) => void;
  readonly onClose: () => void;
}) => {
  const { list, onDone, onClose } = props;
  const text = useText('lists');
  const common = useText('common');
  const { tryOut, create, change } = useSourceMutations();
  const [asked, setAsked] = useState({ column: '', key: '' });
  const writing = list ? change : create;
  const form = useSourceForm({
    list,
    blocked: writing.isPending ? common('saving') : undefined,
    error: writing.error,
    onSubmit: ({ name, secret, ...said }) => {
      if (list) change.mutate({ list, ...said, secret }, { onSuccess: onDone });
      else create.mutate({ name, ...said, secret: secret ?? '' }, { onSuccess: onDone });
    },
  });
  const { source, needsSecret, typed } = form;
  const found = tryOut.data;
  const testReason =
    source === undefined
      ? text('source.placeFirst')
      : needsSecret
        ? text('source.secretAgain')
        : tryOut.isPending
          ? text('download.running')
          : undefined;
  const look = (): void => {
    if (source === undefined) return;
    tryOut.mutate(
      { source, listId: list?.id ?? null, secret: typed.secret ?? undefined, ...asked },
      {
        onSuccess: ({ columns }) => {
          if (form.getValues('columns').trim() === '')
            form.setValue('columns', columns.join('\n'), { shouldDirty: true });
        },
      },
    );
  };
  return (
    <FormPanel
      title={list ? text('source.editTitle', { name: list.name }) : text('source.newTitle')}
      form={form}
      action={list ? common('action.save') : text('upload.create')}
      error={writing.error}
      commands={[{ id: 'test', text: text('source.test'), onSelect: look, disabledReason: testReason }]}
      className={styles.form}
      onClose={onClose}
    >
      {list ? null : (
        <WireField form={form} name="name" label={text('upload.name')} hint={text('upload.nameHint')}>
          <Input size="small" {...form.register('name')} />
        </WireField>
      )}
      <WireField form={form} name="description" label={text('upload.description')}>
        <Textarea size="small" rows={2} maxLength={500} {...form.register('description')} />
      </WireField>
      <SourceFields form={form} />
      {typed.kind === 'http' ? (
        <div className={styles.pairs}>
          <Field label={text('source.sampleColumn')} size="small">
            <Input
              size="small"
              value={asked.column}
              onChange={(_event, { value }) => setAsked({ ...asked, column: value })}
            />
          </Field>
          <Field label={text('source.sampleKey')} size="small">
            <Input
              size="small"
              value={asked.key}
              onChange={(_event, { value }) => setAsked({ ...asked, key: value })}
            />
          </Field>
        </div>
      ) : null}
      <WireField form={form} name="columns" label={text('source.columns')} hint={text('source.columnsHint')}>
        <Textarea size="small" rows={4} {...form.register('columns')} value={typed.columns} />
      </WireField>
      {tryOut.error ? <ErrorState error={tryOut.error} compact /> : null}
      {found && !tryOut.isPending ? (
        <div role="status" className={styles.form}>
          <p>{text('source.found', { count: found.rows.length })}</p>
          {found.columns.length > 0 ? (
            <PreviewTable label={text('preview.title')} columns={found.columns} rows={found.rows} />
          ) : null}
        </div>
      ) : null}
    </FormPanel>
  );
};
