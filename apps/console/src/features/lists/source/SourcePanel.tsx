import { Field, Input, Textarea } from '@fluentui/react-components';
import type { ListSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, SidePanel } from '@redoubt/ui';
import { useState } from 'react';
import styles from '../components/lists.module.css';
import { PreviewTable } from '../components/PreviewTable.tsx';
import { useSourceMutations } from './source.queries.ts';
import { SourceFields } from './SourceFields.tsx';
import { useSourceForm } from './use-source-form.ts';
import { DescriptionField } from '../../../shared/forms/DescriptionField.tsx';

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
  const form = useSourceForm(list);
  const { tryOut, create, change } = useSourceMutations();
  const [asked, setAsked] = useState({ column: '', key: '' });
  const writing = list ? change : create;
  const { source, columnNames } = form;
  const secret = form.secret ?? undefined;
  const found = tryOut.data;
  const placeReason =
    source === undefined ? text('source.placeFirst') : form.needsSecret ? text('source.secretAgain') : undefined;
  const disabledReason = !form.hasName
    ? text('upload.nameFirst')
    : placeReason !== undefined
      ? placeReason
      : columnNames.length === 0
        ? text('source.columnsFirst')
        : writing.isPending
          ? common('saving')
          : undefined;
  const save = (): void => {
    if (disabledReason !== undefined || source === undefined) return;
    const said = { description: form.description.trim(), columns: columnNames, source };
    if (list) change.mutate({ list, ...said, secret }, { onSuccess: onDone });
    else create.mutate({ name: form.name.trim(), ...said, secret: secret ?? '' }, { onSuccess: onDone });
  };
  const look = (): void => {
    if (source === undefined) return;
    tryOut.mutate(
      { source, listId: list?.id ?? null, secret, ...asked },
      {
        onSuccess: ({ columns }) => {
          if (columnNames.length === 0) form.set({ columns: columns.join('\n') });
        },
      },
    );
  };
  return (
    <SidePanel
      title={list ? text('source.editTitle', { name: list.name }) : text('source.newTitle')}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{
              id: 'save',
              text: list ? common('action.save') : text('upload.create'),
              onSelect: save,
              disabledReason,
            }}
          />
          <CommandButton
            command={{
              id: 'test',
              text: text('source.test'),
              onSelect: look,
              disabledReason: placeReason ?? (tryOut.isPending ? text('download.running') : undefined),
            }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {list ? null : (
          <Field label={text('upload.name')} size="small" hint={text('upload.nameHint')}>
            <Input size="small" value={form.name} onChange={(_event, { value }) => form.set({ name: value })} />
          </Field>
        )}
        <DescriptionField
          label={text('upload.description')}
          value={form.description}
          onChange={(description) => form.set({ description })}
        />
        <SourceFields form={form} />
        {form.kind === 'http' ? (
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
        <Field label={text('source.columns')} size="small" hint={text('source.columnsHint')}>
          <Textarea
            size="small"
            rows={4}
            value={form.columns}
            onChange={(_event, { value }) => form.set({ columns: value })}
          />
        </Field>
        {tryOut.error ? <ErrorState error={tryOut.error} compact /> : null}
        {writing.error ? <ErrorState error={writing.error} compact /> : null}
        {found && !tryOut.isPending ? (
          <div role="status" className={styles.form}>
            <p>{text('source.found', { count: found.rows.length })}</p>
            {found.columns.length > 0 ? (
              <PreviewTable label={text('preview.title')} columns={found.columns} rows={found.rows} />
            ) : null}
          </div>
        ) : null}
      </form>
    </SidePanel>
  );
};
