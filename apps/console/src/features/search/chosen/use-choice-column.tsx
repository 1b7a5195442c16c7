import type { SearchRow } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { CaseBox } from '../../../shared/cases/deciding/CaseBox.tsx';
import type { CaseSelection } from '../../../shared/cases/deciding/case-selection.ts';
import { rowKey } from '../../../shared/search/search.queries.ts';

/** The boxes by which events of the result are chosen. */
export const useChoiceColumn = ({ ids }: CaseSelection, onToggle: (key: string) => void): GridColumn<SearchRow> => {
  const text = useText('search');
  return useMemo(
    () => ({
      id: 'select',
      header: text('select'),
      width: 64,
      hideable: false,
      cell: (row) => (
        <CaseBox eventId={row.eventId} isChosen={ids.has(rowKey(row))} onToggle={() => onToggle(rowKey(row))} />
      ),
      text: (row) => (ids.has(rowKey(row)) ? 'x' : ''),
    }),
    [text, ids, onToggle],
  );
};
