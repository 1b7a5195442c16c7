import { Field, Input, Textarea } from '@fluentui/react-components';
import { createList, type ListSummary } from '@redoubt/contracts';
import { isListName, type TextEncoding } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ErrorState, Loading } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useListMutations } from '../lists.queries.ts';
import { FileDrop } from '../../../shared/files/FileDrop.tsx';
import { nameFromFile, readCsvFile, type FileProblem } from '../../../shared/files/read-file.ts';
import { ExpirySelect } from './ExpirySelect.tsx';
import styles from './lists.module.css';
import { PreviewReport } from './PreviewReport.tsx';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';

type Chosen = { readonly fileName: string; readonly csv: string; readonly encoding: TextEncoding };

/** Of a file for a list that is there. */
const NO_NAME = createList.query.pick({ description: true }).extend({ name: z.string() });

/** Name and description of a new list. */
const NAMED = NO_NAME.extend({ name: createList.query.shape.name.refine(isListName) });

/** Makes a list from a file, or replaces or extends the content of one; nothing is kept before it was seen. */
export const UploadPanel = (props: {
  /** The list the file is for; a new one without it. */
  readonly list?: ListSummary;
  /** Whether the rows go behind those of the list instead of in their place. */
  readonly appends?: boolean;
  readonly onDone: (list: ListSummary) => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { list, appends = false, onDone, onClose } = props;
  const text = useText('lists');
  const common = useText('common');
  const { preview, create, replace, append } = useListMutations();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null);
  const [expiryColumn, setExpiryColumn] = useState<string | null>(null);
  const report = preview.data;
  const writing = list ? (appends ? append : replace) : create;

  const { difference } = report ?? {};
  const isUnchanged =
    difference &&
    difference.added + difference.removed + difference.columnsAdded.length + difference.columnsRemoved.length === 0;
  const fileReason = !report
    ? text('upload.chooseFirst')
    : report.problems.length > 0
      ? text('upload.fixFirst')
      : isUnchanged
        ? text('upload.unchanged')
        : undefined;
  const form = useWireForm({
    body: list ? NO_NAME : NAMED,
    values: { name: '', description: '' },
    texts: { name: text('upload.nameInvalid') },
    blocked: fileReason ?? (writing.isPending ? common('saving') : undefined),
    error: writing.error,
    fieldOf: { 'LIST-NAME-TAKEN': 'name', 'LIST-NAME-INVALID': 'name' },
    onSubmit: (named) => {
      if (!chosen) return;
      const options = { onSuccess: onDone };
      const { csv } = chosen;
      if (list) (appends ? append : replace).mutate({ csv, list }, options);
      else create.mutate({ ...named, csv, expiryColumn: expiryColumn ?? undefined }, options);
    },
  });

  const look = (csv: string, column: string | null): void =>
    preview.mutate({
      csv,
      listId: list?.id,
      as: appends ? 'append' : 'content',
      expiryColumn: column ?? undefined,
    });

  const take = async (file: File): Promise<void> => {
    const found = await readCsvFile(file);
    create.reset();
    replace.reset();
    append.reset();
    if (found.kind === 'problem') {
      setFileProblem(found.problem);
      return;
    }
    setFileProblem(null);
    setChosen({ fileName: found.name, csv: found.csv, encoding: found.encoding });
    // A name that was not typed follows the file; a typed name stays.
    const typed = form.getValues('name');
    if (typed === '' || (chosen && typed === nameFromFile(chosen.fileName)))
      form.setValue('name', nameFromFile(found.name));
    setExpiryColumn(null);
    look(found.csv, null);
  };

  const title = appends ? 'upload.appendTitle' : 'upload.replaceTitle';
  return (
    <FormPanel
      title={list ? text(title, { name: list.name }) : text('upload.newTitle')}
      form={{ ...form, disabledReason: fileReason ?? form.disabledReason }}
      action={list ? text(appends ? 'upload.append' : 'upload.replace') : text('upload.create')}
      error={writing.error}
      className={styles.form}
      onClose={onClose}
    >
      <FileDrop
        text={text('upload.drop')}
        browse={text('upload.browse')}
        rules={text('upload.rules')}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onFile={(file) => void take(file)}
      />
      {fileProblem ? (
        <p className={styles.fileProblem} role="alert">
          {text(`fileProblem.${fileProblem}`)}
        </p>
      ) : null}
      {chosen && !fileProblem ? <p className="soft">{chosen.fileName}</p> : null}
      {list || !chosen ? null : (
        <div className={styles.fields}>
          <WireField form={form} name="name" label={text('upload.name')} hint={text('upload.nameHint')}>
            <Input size="small" {...form.register('name')} value={form.watch('name')} />
          </WireField>
          {report && report.columns.length > 0 ? (
            <Field label={text('expiry.label')} size="small" hint={text('expiry.hint')}>
              <ExpirySelect
                columns={report.columns}
                value={expiryColumn}
                onChange={(column) => {
                  setExpiryColumn(column);
                  look(chosen.csv, column);
                }}
              />
            </Field>
          ) : null}
          <WireField form={form} name="description" label={text('upload.description')}>
            <Textarea size="small" rows={2} maxLength={500} {...form.register('description')} />
          </WireField>
        </div>
      )}
      {preview.isPending ? <Loading rows={6} rowHeight={28} /> : null}
      {preview.error ? <ErrorState error={preview.error} compact /> : null}
      {report && chosen && !preview.isPending ? <PreviewReport preview={report} encoding={chosen.encoding} /> : null}
    </FormPanel>
  );
};
