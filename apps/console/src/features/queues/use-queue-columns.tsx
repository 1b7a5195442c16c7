import type { Queue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, type GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { NextDue } from './components/NextDue.tsx';
import { OpenLine } from './components/OpenLine.tsx';
import { keyOf } from './queue-key.ts';
import { useStartReview, type OnHeld } from './use-start-review.ts';
import type { QueueTexts } from './use-queue-texts.ts';

type ColumnsOf = {
  /** Whether some queues belong to environments below. */
  readonly hasBelow: boolean;
  readonly texts: QueueTexts;
  /** Open cases of each queue in the last day, by its key. */
  readonly opens: ReadonlyMap<string, readonly number[]>;
  /** Absent where the reader takes no cases. */
  readonly onHeld: OnHeld | undefined;
};

const StartCell = ({ queue, onHeld }: { readonly queue: Queue; readonly onHeld: OnHeld }): ReactNode => {
  const command = useStartReview(queue, onHeld);
  return command ? <CommandButton command={{ ...command, icon: undefined }} /> : null;
};

/** The columns of the list of queues. */
export const useQueueColumns = ({ hasBelow, texts, opens, onHeld }: ColumnsOf): readonly GridColumn<Queue>[] => {
  const text = useText('queues');
  const cases = useText('cases');
  const formats = useFormats();
  return useMemo((): readonly GridColumn<Queue>[] => {
    const count = (id: 'pending' | 'inReview', state: 'Pending' | 'InReview'): GridColumn<Queue> => ({
      id,
      header: cases(`state.${state}`),
      width: 84,
      align: 'end',
      cell: ({ counts }) => formats.number(counts[id]),
    });
    return [
      { id: 'name', header: text('name'), width: 180, grow: true, hideable: false, cell: ({ name }) => <b>{name}</b> },
      ...(hasBelow
        ? [{ id: 'environment', header: text('environment'), width: 130, cell: (row: Queue) => row.environment.name }]
        : []),
      count('pending', 'Pending'),
      count('inReview', 'InReview'),
      {
        id: 'line',
        header: text('lastDay'),
        width: 96,
        cell: (row) => <OpenLine open={opens.get(keyOf(row))} />,
        text: (row) => opens.get(keyOf(row))?.join(' ') ?? '',
      },
      { id: 'oldest', header: text('oldest'), width: 120, cell: ({ oldestAt }) => texts.distance(oldestAt) },
      {
        id: 'nextDue',
        header: text('nextDue'),
        width: 120,
        cell: (row) => <NextDue queue={row} texts={texts} />,
        text: ({ nextDueAt }) => texts.distance(nextDueAt),
      },
      ...(onHeld
        ? [
            {
              id: 'start',
              header: cases('bar.start'),
              width: 136,
              cell: (row: Queue) => <StartCell queue={row} onHeld={onHeld} />,
              text: () => '',
            },
          ]
        : []),
      { id: 'timeout', header: text('atTimeOut'), width: 172, cell: texts.timeOut },
      { id: 'assessment', header: text('assessment'), width: 128, cell: texts.assessment },
      {
        id: 'sequence',
        header: text('sequence'),
        width: 110,
        cell: ({ sequence, paused }) => (paused ? text('paused') : text(`sequenceOf.${sequence}`)),
      },
      { id: 'assignees', header: text('assignees'), width: 160, grow: true, cell: texts.assignees },
    ];
  }, [text, cases, formats, hasBelow, texts, opens, onHeld]);
};
