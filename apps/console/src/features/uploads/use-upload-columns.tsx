import type { Upload } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { UploadProgress } from './components/UploadProgress.tsx';
import { uploadHref } from './upload-address.ts';
import { nameColumn } from '../../shared/list-page/name-column.ts';

/** The columns of the list of uploads. @param nowMs the time that distances are counted from. */
export const useUploadColumns = (nowMs: number): readonly GridColumn<Upload>[] => {
  const text = useText('uploads');
  const formats = useFormats();
  return useMemo(
    () => [
      nameColumn({
        header: text('column.name'),
        width: 150,
        cell: ({ id, name }) => <Link href={uploadHref(id)}>{name}</Link>,
      }),
      { id: 'dataSet', header: text('column.dataSet'), width: 124, cell: ({ dataSet }) => text(`dataSet.${dataSet}`) },
      {
        id: 'state',
        header: text('column.state'),
        width: 210,
        cell: (upload) => <UploadProgress upload={upload} />,
      },
      {
        id: 'rows',
        header: text('column.rows'),
        width: 84,
        align: 'end',
        cell: ({ rows }) => (rows === 0 ? null : formats.number(rows)),
      },
      {
        id: 'refused',
        header: text('column.refused'),
        width: 84,
        align: 'end',
        cell: ({ rows, refused }) => (rows === 0 ? null : formats.number(refused)),
      },
      {
        id: 'stored',
        header: text('column.stored'),
        width: 84,
        align: 'end',
        cell: ({ stored, state }) => (stored === 0 && state !== 'succeeded' ? null : formats.number(stored)),
      },
      { id: 'by', header: text('column.by'), width: 120, cell: ({ created }) => created.by },
      {
        id: 'at',
        header: text('column.at'),
        width: 110,
        cell: ({ created }) => (
          <time dateTime={created.at} title={formats.dateTime(created.at)}>
            {formats.relative(created.at, Math.max(nowMs, Date.parse(created.at)))}
          </time>
        ),
        text: ({ created }) => formats.dateTime(created.at),
      },
    ],
    [text, formats, nowMs],
  );
};
