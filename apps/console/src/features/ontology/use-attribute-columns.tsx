import type { OntologyAttribute, OntologyAttributes } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { percentSent } from './attributes.ts';

/** The columns of the attributes of one kind; of a thing also which event carries each. */
export const useAttributeColumns = (
  looked: OntologyAttributes['looked'],
  nameOfEvent: ((event: string) => string) | null,
): readonly GridColumn<OntologyAttribute>[] => {
  const text = useText('ontology');
  const common = useText('common');
  const formats = useFormats();
  return useMemo(() => {
    const eventColumn: readonly GridColumn<OntologyAttribute>[] =
      nameOfEvent === null
        ? []
        : [{ id: 'event', header: text('column.event'), width: 132, cell: ({ event }) => nameOfEvent(event) }];
    return [
      {
        id: 'path',
        header: text('column.path'),
        width: 236,
        minWidth: 150,
        grow: true,
        hideable: false,
        mono: true,
        cell: ({ path, name }) => <span title={name === '' ? path : `${path} · ${name}`}>{path}</span>,
        text: ({ path }) => path,
      },
      ...eventColumn,
      { id: 'type', header: text('column.type'), width: 108, cell: ({ type }) => text(`type.${type}`) },
      { id: 'source', header: text('column.source'), width: 120, cell: ({ source }) => text(`source.${source}`) },
      {
        id: 'sent',
        header: text('column.sent'),
        width: 80,
        align: 'end',
        cell: (attribute) => {
          const percent = percentSent(attribute, looked);
          return percent === null ? '–' : formats.percent(percent);
        },
      },
      {
        id: 'usedBy',
        header: text('column.usedBy'),
        width: 88,
        align: 'end',
        cell: ({ usedBy }) => (usedBy.length === 0 ? '–' : formats.number(usedBy.length)),
      },
      {
        id: 'searchable',
        header: text('column.searchable'),
        width: 72,
        cell: ({ isSearchable }) => (isSearchable ? common('value.yes') : '–'),
      },
      {
        id: 'linkable',
        header: text('column.linkable'),
        width: 84,
        cell: ({ linkableAs }) => (linkableAs === null ? '–' : common('value.yes')),
      },
      {
        id: 'personalData',
        header: text('column.personalData'),
        width: 128,
        cell: ({ personalData }) => (personalData === null ? '–' : text(`personalData.${personalData}`)),
      },
      {
        id: 'sample',
        header: text('column.sample'),
        width: 150,
        mono: true,
        cell: ({ sample }) => sample ?? '–',
      },
    ];
  }, [text, common, formats, looked, nameOfEvent]);
};
