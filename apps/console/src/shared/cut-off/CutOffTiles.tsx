import { cutOffRates, netProfit } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import tiles from '../report-charts/report-charts.module.css';
import { ReportTile } from '../report-charts/ReportTile.tsx';
import { pointAt, type CutOffScale } from './cut-off.ts';

/** How profit is worked out and written; null where events have no amounts. */
export type CutOffMoney = { readonly margin: number; readonly format: (value: number) => string };

/** What the cut-off stops, catches and lets through. */
export const CutOffTiles = (props: {
  readonly scale: CutOffScale;
  readonly money: CutOffMoney | null;
  /** Where the events are that the cut-off stops, and the frauds under it; null where Search cannot ask for them. */
  readonly hrefs?: { readonly above: string | null; readonly fraudUnder: string | null };
}): ReactNode => {
  const { scale, money, hrefs } = props;
  const text = useText('cutOff');
  const formats = useFormats();
  const point = pointAt(scale);
  if (point === undefined) return null;
  const rates = cutOffRates(point);
  const share = (value: number | null): string =>
    value === null ? '–' : formats.percent(value * 100, value !== 0 && value < 0.01 ? 2 : 1);
  const count = (value: number): string => formats.number(Math.round(value));
  const tile = (
    id: 'stopped' | 'detection' | 'precision' | 'falsePositive' | 'fraudUnder',
    note: string,
    href: string | null = null,
  ) => (
    <ReportTile
      title={text(`rate.${id}`)}
      formula={text(`formula.${id}`)}
      value={share(rates[id])}
      href={href}
      note={note}
      trend={[]}
    />
  );
  return (
    <dl className={tiles.tiles}>
      {tile('stopped', text('tile.events', { count: count(point.above.events) }), hrefs?.above ?? null)}
      {tile('detection', text('tile.frauds', { count: count(point.above.fraud) }))}
      {tile('precision', text('tile.ofStopped'))}
      {tile('falsePositive', text('tile.events', { count: count(point.above.events - point.above.fraud) }))}
      {tile('fraudUnder', text('tile.frauds', { count: count(point.under.fraud) }), hrefs?.fraudUnder ?? null)}
      {money === null ? null : (
        <ReportTile
          title={text('profit.title')}
          formula={text('formula.profit')}
          value={money.format(netProfit(point.under, money.margin))}
          href={null}
          note={text('profit.margin', { margin: formats.percent(money.margin * 100, 0) })}
          trend={[]}
        />
      )}
    </dl>
  );
};
