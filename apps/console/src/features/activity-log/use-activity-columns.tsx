import type { ActivityEntry } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CutValue, Link, ShortId, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { useActivityTexts } from './use-activity-texts.ts';

/** The columns of the grid of entries. */
export const useActivityColumns = (
  entryHref: (entry: ActivityEntry) => string,
): readonly GridColumn<ActivityEntry>[] => {
  const text = useText('activityLog');
  const formats = useFormats();
  const say = useActivityTexts();
  return useMemo(
    (): readonly GridColumn<ActivityEntry>[] => [
      {
        id: 'time',
        header: text('column.time'),
        width: 168,
        hideable: false,
        cell: (entry) => <Link href={entryHref(entry)}>{formats.dateTime(entry.at)}</Link>,
        text: ({ at }) => formats.dateTime(at),
      },
      {
        id: 'changedBy',
        header: text('attribute.changedBy'),
        width: 176,
        cell: ({ isErased, changedBy }) => (isErased ? text('erased') : <CutValue value={changedBy.name} />),
        text: ({ changedBy }) => changedBy.name,
      },
      {
        id: 'operation',
        header: text('attribute.operation'),
        width: 128,
        cell: ({ operation }) => say.operation(operation),
      },
      {
        id: 'resourceType',
        header: text('attribute.resourceType'),
        width: 168,
        cell: ({ resource }) => say.kind(resource.type),
      },
      {
        id: 'resourceName',
        header: text('attribute.resourceName'),
        width: 220,
        grow: true,
        cell: ({ isErased, resource }) => (isErased ? text('erased') : <CutValue value={resource.name} />),
        text: ({ resource }) => resource.name,
      },
      {
        id: 'environment',
        header: text('attribute.environmentName'),
        width: 150,
        cell: ({ environment }) => environment?.name ?? text('tenantWide'),
      },
      {
        id: 'assessment',
        header: text('attribute.assessmentName'),
        width: 132,
        cell: ({ assessment }) => (assessment === null ? '' : say.assessment(assessment)),
      },
      {
        id: 'resourceId',
        header: text('attribute.resourceId'),
        width: 140,
        hiddenAtFirst: true,
        cell: ({ resource }) => <ShortId id={resource.id} />,
        text: ({ resource }) => resource.id,
      },
      {
        id: 'logId',
        header: text('attribute.logId'),
        width: 140,
        hiddenAtFirst: true,
        cell: ({ id }) => <ShortId id={id} />,
        text: ({ id }) => id,
      },
      {
        id: 'sequence',
        header: text('column.sequence'),
        width: 80,
        align: 'end',
        cell: ({ sequence }) => (sequence === null ? '' : formats.number(sequence)),
      },
    ],
    [text, formats, say, entryHref],
  );
};
