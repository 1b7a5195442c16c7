import type { SubjectRequest } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { IdText, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { DueText } from './components/DueText.tsx';
import { RequestStatus } from './components/RequestStatus.tsx';
import { useSubjectNames } from './use-subject-names.ts';

/** The columns of the grid of requests. */
export const useRequestColumns = (): readonly GridColumn<SubjectRequest>[] => {
  const text = useText('subjectRequests');
  const formats = useFormats();
  const { assessmentName } = useSubjectNames();
  return useMemo(
    () => [
      {
        id: 'id',
        header: text('column.id'),
        width: 136,
        hideable: false,
        cell: ({ id }) => <IdText id={id} name={text('column.id')} />,
      },
      { id: 'type', header: text('column.type'), width: 110, cell: ({ type }) => <b>{text(`type.${type}`)}</b> },
      {
        id: 'status',
        header: text('column.status'),
        width: 190,
        cell: (request) => <RequestStatus request={request} />,
      },
      {
        id: 'assessment',
        header: text('column.assessment'),
        width: 200,
        grow: true,
        cell: ({ assessment, assessmentName: name }) => assessmentName(assessment, name),
      },
      { id: 'subject', header: text('column.subject'), width: 124, cell: ({ subject }) => <code>{subject}</code> },
      { id: 'by', header: text('column.by'), width: 150, cell: ({ requested }) => requested.by },
      { id: 'at', header: text('column.at'), width: 170, cell: ({ requested }) => formats.dateTime(requested.at) },
      { id: 'due', header: text('column.due'), width: 150, cell: (request) => <DueText request={request} /> },
    ],
    [text, formats, assessmentName],
  );
};
