import {
  AlertOffRegular,
  AlertRegular,
  CheckmarkCircleRegular,
  MailRegular,
  QuestionCircleRegular,
} from '@fluentui/react-icons';
import type { AlertRow } from '@redoubt/contracts';
import { ALERT_FIGURE_FACTS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Sparkline, ToneChip, type GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { stateOf, useAlertTexts, type AlertState } from './use-alert-texts.ts';

const STATES = {
  open: { tone: 'reject', icon: AlertRegular },
  quiet: { tone: 'approve', icon: CheckmarkCircleRegular },
  unknown: { tone: 'neutral', icon: QuestionCircleRegular },
} as const satisfies Readonly<Record<AlertState, object>>;

/** Whether an alert is open, in words and colour; muted ones say so as well. */
export const AlertStateChip = ({ alert }: { readonly alert: AlertRow }): ReactNode => {
  const text = useText('alerts');
  const state = stateOf(alert);
  return (
    <span className="row-wrap gap-2">
      <ToneChip {...STATES[state]} text={text(`stateOf.${state}`)} appearance="plain" />
      {alert.mutedUntil === null ? null : (
        <ToneChip tone="neutral" icon={AlertOffRegular} text={text('muted')} appearance="plain" />
      )}
    </span>
  );
};

/** Values of the newest windows; those of which nothing is known are left out. */
export const valuesOf = ({ points }: Pick<AlertRow, 'points'>): readonly number[] =>
  points.flatMap(({ value }) => value ?? []);

/** The columns of the grid of alerts. */
export const useAlertColumns = (): readonly GridColumn<AlertRow>[] => {
  const text = useText('alerts');
  const formats = useFormats();
  const texts = useAlertTexts();
  return useMemo(
    (): readonly GridColumn<AlertRow>[] => [
      {
        id: 'name',
        header: text('name'),
        width: 190,
        grow: true,
        hideable: false,
        cell: ({ name, mailed }) => (
          <>
            {name} {mailed ? <MailRegular fontSize={14} aria-label={text('follow')} /> : null}
          </>
        ),
        text: ({ name }) => name,
      },
      {
        id: 'state',
        header: text('state'),
        width: 170,
        cell: (alert) => <AlertStateChip alert={alert} />,
        text: (alert) => text(`stateOf.${stateOf(alert)}`),
      },
      {
        id: 'series',
        header: text('series'),
        width: 240,
        grow: true,
        cell: (alert) => `${texts.figure(alert)}: ${texts.target(alert)}`,
      },
      {
        id: 'value',
        header: text('value'),
        width: 96,
        align: 'end',
        cell: ({ figure, value }) => (value === null ? '' : texts.value(ALERT_FIGURE_FACTS[figure].unit, value)),
      },
      { id: 'expected', header: text('expected'), width: 150, cell: texts.expected },
      {
        id: 'trend',
        header: text('trend'),
        width: 124,
        cell: (alert) => <Sparkline values={valuesOf(alert)} />,
        text: (alert) => valuesOf(alert).join(' '),
      },
      {
        id: 'lastOpened',
        header: text('lastOpened'),
        width: 190,
        cell: ({ incident }) => (incident === null ? text('never') : formats.dateTime(incident.openedAt)),
      },
    ],
    [text, formats, texts],
  );
};
