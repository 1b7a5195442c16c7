import { Select } from '@fluentui/react-components';
import { createUpload, type Upload } from '@redoubt/contracts';
import { listOfSet, MAX_UPLOAD_BYTES, MAX_UPLOAD_NAME, sampleFile } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useGo } from '../../../routes/address.ts';
import { FileDrop } from '../../../shared/files/FileDrop.tsx';
import { saveCsv } from '../../../shared/files/read-file.ts';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { DATA_SETS_OF, uploadHref, type UploadArea } from '../upload-address.ts';
import { useSendFile, useUploadMutations } from '../uploads.queries.ts';

/** Files that are taken, as `input` has them. */
export const ACCEPTED_FILES = '.csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip';

/** What is typed in; the file gives name and size. An empty `mappingOf` is the mapping that names of columns propose. */
const BODY = createUpload.body.pick({ dataSet: true }).extend({ mappingOf: z.string() });

const nameOf = (file: File): string => file.name.slice(-MAX_UPLOAD_NAME);

/** Chooses a file and what it is, begins its upload, and sends it. */
export const NewUploadPanel = (props: {
  readonly area: UploadArea;
  readonly uploads: readonly Upload[];
  /** The earlier upload whose mapping is offered first. */
  readonly model: Upload | undefined;
  readonly onClose: () => void;
}): ReactNode => {
  const { area, uploads, model, onClose } = props;
  const text = useText('uploads');
  const common = useText('common');
  const formats = useFormats();
  const go = useGo();
  const sendFile = useSendFile();
  const { create } = useUploadMutations();
  const [file, setFile] = useState<File | null>(null);
  const begun = file
    ? uploads.find((each) => each.state === 'uploading' && each.name === nameOf(file) && each.sizeBytes === file.size)
    : undefined;
  const fileReason = !file
    ? text('panel.chooseFirst')
    : file.size === 0
      ? text('panel.isEmpty')
      : file.size > MAX_UPLOAD_BYTES
        ? text('panel.tooLarge')
        : undefined;
  const begin = (uploadId: string, chosen: File): void => {
    sendFile(uploadId, chosen);
    go(uploadHref(uploadId));
  };
  const form = useWireForm({
    body: BODY,
    values: { dataSet: model?.dataSet ?? DATA_SETS_OF[area][0], mappingOf: model?.id ?? '' },
    texts: {},
    blocked: fileReason ?? (create.isPending ? common('saving') : undefined),
    error: create.error,
    onSubmit: ({ dataSet, mappingOf }) => {
      if (!file) return;
      if (begun) {
        begin(begun.id, file);
        return;
      }
      const body = { dataSet, name: nameOf(file), sizeBytes: file.size };
      create.mutate(mappingOf === '' ? body : { ...body, mappingOf }, { onSuccess: ({ id }) => begin(id, file) });
    },
  });
  const dataSet = form.watch('dataSet');
  const models = uploads.filter((each) => each.dataSet === dataSet && each.state !== 'uploading');
  return (
    <FormPanel
      title={text('panel.title')}
      form={form}
      action={text(begun ? 'panel.goOn' : 'panel.start')}
      error={create.error}
      onClose={onClose}
    >
      <FileDrop
        text={text('panel.drop')}
        browse={text('panel.browse')}
        rules={text('panel.rules')}
        accept={ACCEPTED_FILES}
        onFile={setFile}
      />
      {file ? (
        <p className="m-0" aria-live="polite">
          <b className="anywhere">{file.name}</b> · {formats.bytes(file.size)}
        </p>
      ) : null}
      {file && fileReason !== undefined ? (
        <p className="problem-text m-0" role="alert">
          {fileReason}
        </p>
      ) : null}
      {begun ? (
        <p className="m-0">{text('panel.begun')}</p>
      ) : (
        <>
          <WireField
            form={form}
            name="dataSet"
            label={text('panel.dataSet')}
            hint={text(listOfSet(dataSet) === null ? 'panel.dataSetHint' : 'panel.joins')}
          >
            <Select size="small" {...form.register('dataSet', { onChange: () => form.setValue('mappingOf', '') })}>
              {DATA_SETS_OF[area].map((each) => (
                <option key={each} value={each}>
                  {text(`dataSet.${each}`)}
                </option>
              ))}
            </Select>
          </WireField>
          {models.length > 0 ? (
            <WireField form={form} name="mappingOf" label={text('panel.mapping')}>
              <Select
                size="small"
                value={form.watch('mappingOf')}
                onChange={(_event, { value }) => form.setValue('mappingOf', value)}
              >
                <option value="">{text('panel.proposed')}</option>
                {models.map(({ id, name, created }) => (
                  <option key={id} value={id}>
                    {text('panel.like', { name, date: formats.date(created.at) })}
                  </option>
                ))}
              </Select>
            </WireField>
          ) : null}
          <div>
            <CommandButton
              appearance="outline"
              command={{
                id: 'sample',
                text: text('panel.sample', { name: text(`dataSet.${dataSet}`) }),
                onSelect: () => saveCsv(`${dataSet}-sample.csv`, sampleFile(dataSet)),
              }}
            />
            <p className="soft mt-1">{text('panel.sampleHint')}</p>
          </div>
        </>
      )}
    </FormPanel>
  );
};
