import { netProfit } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { ReportChart } from '../report-charts/ReportChart.tsx';
import { binBuckets, binCut, valueAxis } from './cut-off.ts';
import type { CutOffChartProps } from './CutOffCharts.tsx';
import type { CutOffMoney } from './CutOffTiles.tsx';

const TALL_PX = 190;

/** What the events of each bin earn, and what all under a cut-off earn together. */
export const ProfitCharts = ({
  scale,
  query,
  money,
}: CutOffChartProps & { readonly money: CutOffMoney }): ReactNode => {
  const text = useText('cutOff');
  const common = {
    query,
    step: 'day',
    height: TALL_PX,
    format: money.format,
    axis: valueAxis(scale),
    none: text('none'),
    asTable: scale.asTable,
  } as const;
  return (
    <>
      <ReportChart
        {...common}
        title={text('profit.cumulative')}
        meta={text('profit.cumulativeMeta')}
        drawingOf={() => ({
          buckets: binBuckets(scale),
          series: [
            {
              id: 'cumulative',
              name: text('profit.title'),
              fill: 'var(--chart-1)',
              values: scale.points.slice(0, -1).map(({ under }) => netProfit(under, money.margin)),
            },
          ],
        })}
        shape="lines"
        cut={binCut(scale, text('cutOff'))}
        file={`${scale.file}-profit`}
      />
      <ReportChart
        {...common}
        title={text('profit.perBin')}
        meta={text('profit.perBinMeta')}
        drawingOf={() => ({
          buckets: binBuckets(scale),
          series: [
            {
              id: 'profit',
              name: text('profit.title'),
              fill: 'var(--chart-bar)',
              values: scale.bins.map((bin) => netProfit(bin, money.margin)),
            },
          ],
        })}
        shape="bars"
        file={`${scale.file}-profit-bins`}
      />
    </>
  );
};
