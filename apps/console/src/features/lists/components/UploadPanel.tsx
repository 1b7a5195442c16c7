import { Field, Input } from '@fluentui/react-components';
import type { ListSummary } from '@redoubt/contracts';
import { isListName, type TextEncoding } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { asFailure, CommandButton, ErrorState, Loading, SidePanel, useFailureText } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useListMutations } from '../lists.queries.ts';
import { nameFromFile, readCsvFile, type FileProblem } from '../../../shared/files/read-file.ts';
import { ExpirySelect } from './ExpirySelect.tsx';
import { FileDrop } from './FileDrop.tsx';
import styles from './lists.module.css';
import { PreviewReport } from './PreviewReport.tsx';
import { DescriptionField } from '../../../shared/forms/DescriptionField.tsx';

type Chosen = { readonly fileName: string; readonly csv: string; readonly encoding: TextEncoding };

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
  const sayFailure = useFailureText();
  const { preview, create, replace, append } = useListMutations();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null);
  const [name, setName] = useState('');
  const [named, setNamed] = useState(false);
  const [description, setDescription] = useState('');
  const [expiryColumn, setExpiryColumn] = useState<string | null>(null);
  const [left, setLeft] = useState(false);

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
    if (!named) setName(nameFromFile(found.name));
    setExpiryColumn(null);
    look(found.csv, null);
  };

  const report = preview.data;
  const writing = list ? (appends ? append : replace) : create;
  const nameTaken = asFailure(create.error).code === 'LIST-NAME-TAKEN' && create.variables?.name === name;
  const nameMessage = nameTaken
    ? sayFailure(asFailure(create.error))
    : left && !isListName(name)
      ? text('upload.nameInvalid')
      : undefined;
  const isUnchanged = report?.difference && report.difference.added + report.difference.removed === 0;
  const disabledReason = !report
    ? text('upload.chooseFirst')
    : report.problems.length > 0
      ? text('upload.fixFirst')
      : !list && !isListName(name)
        ? text('upload.nameFirst')
        : isUnchanged && report.difference?.columnsAdded.length === 0 && report.difference.columnsRemoved.length === 0
          ? text('upload.unchanged')
          : writing.isPending
            ? common('saving')
            : undefined;
  const keep = (): void => {
    if (!chosen || disabledReason) return;
    const options = { onSuccess: onDone };
    if (list) (appends ? append : replace).mutate({ csv: chosen.csv, list }, options);
    else {
      create.mutate(
        {
          csv: chosen.csv,
          name: name.trim(),
          description: description.trim(),
          expiryColumn: expiryColumn ?? undefined,
        },
        options,
      );
    }
  };
  const title = appends ? 'upload.appendTitle' : 'upload.replaceTitle';
  return (
    <SidePanel
      title={list ? text(title, { name: list.name }) : text('upload.newTitle')}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{
              id: 'keep',
              text: list ? text(appends ? 'upload.append' : 'upload.replace') : text('upload.create'),
              onSelect: keep,
              disabledReason,
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
          keep();
        }}
      >
        <FileDrop onFile={(file) => void take(file)} />
        {fileProblem ? (
          <p className={styles.fileProblem} role="alert">
            {text(`fileProblem.${fileProblem}`)}
          </p>
        ) : null}
        {chosen && !fileProblem ? <p className="soft">{chosen.fileName}</p> : null}
        {list || !chosen ? null : (
          <div className={styles.fields}>
            <Field
              label={text('upload.name')}
              size="small"
              hint={text('upload.nameHint')}
              {...(nameMessage === undefined ? {} : { validationMessage: nameMessage })}
            >
              <Input
                size="small"
                value={name}
                onBlur={() => setLeft(true)}
                onChange={(_event, { value }) => {
                  setName(value);
                  setNamed(value !== '');
                }}
              />
            </Field>
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
            <DescriptionField label={text('upload.description')} value={description} onChange={setDescription} />
          </div>
        )}
        {writing.error && !nameTaken ? <ErrorState error={writing.error} compact /> : null}
        {preview.isPending ? <Loading rows={6} rowHeight={28} /> : null}
        {preview.error ? <ErrorState error={preview.error} compact /> : null}
        {report && chosen && !preview.isPending ? <PreviewReport preview={report} encoding={chosen.encoding} /> : null}
      </form>
    </SidePanel>
  );
};
