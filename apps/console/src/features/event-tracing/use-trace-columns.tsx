import { CheckmarkCircleRegular, ErrorCircleRegular, PauseCircleRegular, WarningRegular } from '@fluentui/react-icons';
import type { TraceSubscription } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ToneChip, type GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useTraceTexts } from './use-trace-texts.ts';

const STATES = {
  active: { tone: 'approve', icon: CheckmarkCircleRegular },
  failing: { tone: 'review', icon: WarningRegular },
  stopped: { tone: 'reject', icon: ErrorCircleRegular },
  inactive: { tone: 'neutral', icon: PauseCircleRegular },
} as const satisfies Readonly<Record<TraceSubscription['state'], object>>;

export const TraceStateChip = ({ state }: Pick<TraceSubscription, 'state'>): ReactNode => {
  const text = useText('eventTracing');
  return <ToneChip {...STATES[state]} text={text(`stateOf.${state}`)} appearance="plain" />;
};

/** The columns of the grid of subscriptions. */
export const useTraceColumns = (): readonly GridColumn<TraceSubscription>[] => {
  const text = useText('eventTracing');
  const formats = useFormats();
  const texts = useTraceTexts();
  return useMemo(
    (): readonly GridColumn<TraceSubscription>[] => [
      { id: 'name', header: text('name'), width: 180, grow: true, hideable: false, cell: ({ name }) => name },
      { id: 'events', header: text('events'), width: 220, grow: true, cell: texts.events },
      { id: 'destination', header: text('destination'), width: 220, grow: true, cell: texts.destination },
      {
        id: 'state',
        header: text('state'),
        width: 120,
        cell: ({ state }) => <TraceStateChip state={state} />,
        text: ({ state }) => text(`stateOf.${state}`),
      },
      {
        id: 'sentPerHour',
        header: text('sentPerHour'),
        width: 92,
        align: 'end',
        cell: ({ sentPerHour }) => texts.rate(sentPerHour),
      },
      {
        id: 'failedPerHour',
        header: text('failedPerHour'),
        width: 92,
        align: 'end',
        cell: ({ failedPerHour }) => texts.rate(failedPerHour),
      },
      { id: 'lag', header: text('lag'), width: 96, align: 'end', cell: ({ lagMs }) => texts.lag(lagMs) },
      {
        id: 'deadLetters',
        header: text('deadLetters.title'),
        width: 96,
        align: 'end',
        cell: ({ deadLetters }) => (deadLetters === 0 ? '' : formats.number(deadLetters)),
      },
      { id: 'problem', header: text('problem'), width: 200, grow: true, cell: ({ problem }) => problem?.message ?? '' },
      {
        id: 'created',
        header: text('created'),
        width: 160,
        cell: ({ created }) => formats.dateTime(created.at),
      },
    ],
    [text, formats, texts],
  );
};
