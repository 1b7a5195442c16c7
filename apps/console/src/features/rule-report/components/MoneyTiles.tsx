import type { ReportedMoney } from '@redoubt/contracts';
import { MONEY_BASES } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { ReportTile } from '../../../shared/report-charts/ReportTile.tsx';
import styles from '../../../shared/report-charts/report-charts.module.css';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import { changePercent } from '../../../shared/reports/day.ts';
import { useMoneyFormats } from '../use-money-formats.ts';

/** What all rules saved and cost, what that rests on, and what it leaves out. */
export const MoneyTiles = (props: { readonly money: ReportedMoney; readonly formats: FigureFormats }): ReactNode => {
  const text = useText('ruleReport');
  const { number } = useFormats();
  const { amount, interval } = useMoneyFormats();
  const { total, before, currency, missing, converts } = props.money;
  const tile = (id: 'prevented' | 'insult' | 'review' | 'net', events: string): ReactNode => {
    const change = before === null || before[id] <= 0 ? undefined : changePercent(total[id], before[id]);
    const notes = [change === undefined ? '' : props.formats.change(change), events];
    return (
      <ReportTile
        title={text(`total.${id}`)}
        formula={text(`formula.${id}`)}
        value={`${amount(total[id])} ${currency}`}
        href={null}
        note={notes.filter((each) => each !== '').join(', ')}
        trend={[]}
      />
    );
  };
  const left = missing.reduce((sum, { events }) => sum + events, 0);
  const bases = MONEY_BASES.filter((basis) => (total.stoppedBy[basis] ?? 0) > 0);
  return (
    <div className="stack-2">
      <dl className={styles.tiles}>
        {tile('prevented', text('money.frauds', { events: number(Math.round(total.fraudEvents)) }))}
        {tile('insult', text('money.goods', { events: number(Math.round(total.goodEvents)) }))}
        {tile('review', text('money.reviews', { events: number(total.reviewEvents) }))}
        {tile('net', interval(total))}
      </dl>
      <p className="quiet-small m-0">
        {text('money.unknown')}{' '}
        {bases.map((basis) => text(`stoppedBy.${basis}`, { stopped: number(total.stoppedBy[basis] ?? 0) })).join(', ')}
        {'. '}
        {left === 0
          ? null
          : text(converts ? 'money.unconverted' : 'money.others', {
              events: number(left),
              currencies: missing.map((each) => each.currency).join(', '),
            })}
      </p>
    </div>
  );
};
