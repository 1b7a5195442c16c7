import type { Dashboard } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { DecisionTiles } from '../../../shared/reports/DecisionTiles.tsx';
import { Tile } from '../../../shared/reports/Tile.tsx';
import styles from '../../../shared/reports/today.module.css';

/** Today in numbers, each with its change against the same hours of yesterday. */
export const TodayNumbers = ({ dashboard }: { readonly dashboard: Dashboard }): ReactNode => {
  const { totals, previous } = dashboard;
  const text = useText('dashboard');
  const formats = useFormats();
  return (
    <dl className={styles.tiles}>
      <DecisionTiles
        title={text('today.purchases')}
        totals={totals}
        previous={previous}
        nothingBefore={text('today.nothingBefore')}
      />
      {totals.amount === null ? null : (
        <Tile
          title={text('today.amount')}
          value={formats.currency(totals.amount, totals.currency)}
          note={
            totals.rejectedAmount === null
              ? undefined
              : [
                  text('today.rejected', { amount: formats.currency(totals.rejectedAmount, totals.currency) }),
                  ...(totals.unconverted === 0 ? [] : [text('today.unconverted', { count: totals.unconverted })]),
                ].join(' · ')
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
