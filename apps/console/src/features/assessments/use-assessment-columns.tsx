import type { AssessmentSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { DecisionMix } from '../../shared/rules/DecisionMix.tsx';

/** The columns of the grid of assessments. */
export const useAssessmentColumns = (): readonly GridColumn<AssessmentSummary>[] => {
  const text = useText('assessments');
  const provided = useProvidedNames();
  const formats = useFormats();
  return useMemo(
    (): readonly GridColumn<AssessmentSummary>[] => [
      {
        id: 'name',
        header: text('name'),
        width: 200,
        grow: true,
        hideable: false,
        cell: (row) => <b>{row.friendlyName && provided.shown(row.friendlyName)}</b>,
      },
      { id: 'api', header: text('apiName'), width: 180, mono: true, cell: ({ apiName }) => apiName },
      {
        id: 'template',
        header: text('template.title'),
        width: 170,
        cell: ({ template }) => (template === null ? '' : text(`template.${template}`)),
      },
      { id: 'rules', header: text('rules'), width: 110, align: 'end', cell: (row) => formats.number(row.activeRules) },
      { id: 'events', header: text('events'), width: 120, align: 'end', cell: (row) => formats.number(row.events24h) },
      {
        id: 'mix',
        header: text('decisions'),
        width: 160,
        cell: ({ decisions24h }) => <DecisionMix ofDay decisions={decisions24h} />,
      },
      {
        id: 'changed',
        header: text('changed'),
        width: 190,
        cell: ({ changed }) => (changed === null ? '' : formats.dateTime(changed.at)),
      },
    ],
    [text, formats, provided],
  );
};
