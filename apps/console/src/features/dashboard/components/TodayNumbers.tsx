import type { Dashboard } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { DecisionChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { changePercent, sharePercent } from '../day.ts';
import styles from './today.module.css';

const Tile = (props: {
  readonly title: ReactNode;
  readonly value: string;
  readonly note?: string | undefined;
}): ReactNode => (
  <div className={styles.tile}>
    <dt>{props.title}</dt>
    <dd>
      <b>{props.value}</b>
      <span className={styles.note}>{props.note ?? '\u00a0'}</span>
    </dd>
  </div>
);

/** Today in numbers, each with its change against the same hours of yesterday. */
export const TodayNumbers = ({ dashboard }: { readonly dashboard: Dashboard }): ReactNode => {
  const { totals, previous } = dashboard;
  const text = useText('dashboard');
  const formats = useFormats();
  const oneDecimal = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const points = new Intl.NumberFormat(formats.language, oneDecimal);
  const percent = new Intl.NumberFormat(formats.language, { ...oneDecimal, style: 'percent' });
  const change = changePercent(totals.events, previous.events);
  return (
    <dl className={styles.tiles}>
      <Tile
        title={text('today.purchases')}
        value={formats.number(totals.events)}
        note={change === undefined ? text('today.nothingBefore') : percent.format(change / 100)}
      />
      {DECISIONS.map((decision) => {
        const share = sharePercent(totals.decisions[decision] ?? 0, totals.events);
        const before = sharePercent(previous.decisions[decision] ?? 0, previous.events);
        return (
          <Tile
            key={decision}
            title={<DecisionChip decision={decision} appearance="plain" />}
            value={formats.percent(share)}
            note={
              previous.events === 0
                ? formats.number(totals.decisions[decision] ?? 0)
                : text('today.points', {
                    count: formats.number(totals.decisions[decision] ?? 0),
                    change: points.format(share - before),
                  })
            }
          />
        );
      })}
      {totals.amount === null ? null : (
        <Tile
          title={text('today.amount')}
          value={formats.currency(totals.amount, totals.currency)}
          note={
            totals.rejectedAmount === null
              ? undefined
              : text('today.rejected', { amount: formats.currency(totals.rejectedAmount, totals.currency) })
          }
        />
      )}
      <Tile
        title={text('today.decidedWithin')}
        value={totals.latencyP99Ms === null ? '–' : formats.milliseconds(totals.latencyP99Ms)}
        note={
          totals.latencyP50Ms === null
            ? text('today.fraudLabels', { count: totals.fraudLabels })
            : text('today.median', { time: formats.milliseconds(totals.latencyP50Ms) })
        }
      />
    </dl>
  );
};
