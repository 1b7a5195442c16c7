import { Select } from '@fluentui/react-components';
import { curveAt, cutOffRates, rocArea, type CutOffPoint, type CutOffRate } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { Asked, ChartBucket } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { ReportChart } from '../report-charts/ReportChart.tsx';
import { binBuckets, binCut, valueAxis, type CutOffScale } from './cut-off.ts';
import styles from './cut-off.module.css';

const TALL_PX = 210;

export type CutOffChartProps = {
  readonly scale: CutOffScale;
  /** The read that the scale was made of, for its states. */
  readonly query: Asked<unknown>;
};

const inPercent = (rate: number | null): number | null => (rate === null ? null : rate * 100);

const useShare = (): ((value: number) => string) => {
  const formats = useFormats();
  return (value) => formats.percent(value, value !== 0 && Math.abs(value) < 1 ? 2 : 1);
};

const LINES = [
  { rate: 'detection', fill: 'var(--chart-1)' },
  { rate: 'precision', fill: 'var(--review-fill)' },
  { rate: 'falsePositive', fill: 'var(--reject-fill)' },
] as const;

/** Precision, detection and false positives over the cut-off, with the handle that moves it. */
export const RatesChart = ({ scale, query }: CutOffChartProps): ReactNode => {
  const text = useText('cutOff');
  const share = useShare();
  return (
    <ReportChart
      title={text('rates.title')}
      meta={text('rates.meta')}
      query={query}
      drawingOf={() => ({
        buckets: binBuckets(scale),
        series: LINES.map(({ rate, fill }) => ({
          id: rate,
          name: text(`rate.${rate}`),
          fill,
          values: scale.points.slice(0, -1).map((point) => inPercent(cutOffRates(point)[rate])),
        })),
      })}
      step="day"
      shape="lines"
      height={TALL_PX}
      format={share}
      axis={valueAxis(scale)}
      cut={binCut(scale, text('cutOff'))}
      file={`${scale.file}-rates`}
      none={text('none')}
      asTable={scale.asTable}
    />
  );
};

export const ROC_X = ['falsePositive', 'stopped'] as const satisfies readonly CutOffRate[];
export const ROC_Y = ['detection', 'amountDetection', 'precision'] as const satisfies readonly CutOffRate[];
export type RocAxes = { readonly x: (typeof ROC_X)[number]; readonly y: (typeof ROC_Y)[number] };

const PARTS = 100;
const PART_BUCKETS: readonly ChartBucket[] = Array.from({ length: PARTS + 1 }, (_, at) => ({
  fromMs: at,
  toMs: at + 1,
}));

const curveOf = (points: readonly CutOffPoint[], { x, y }: RocAxes): readonly (readonly [number, number])[] =>
  points.flatMap((point) => {
    const rates = cutOffRates(point);
    const [across, up] = [rates[x], rates[y]];
    return across === null || up === null ? [] : [[across, up] as const];
  });

/** What is caught over what it costs: detection over false positives at first, both axes chosen. */
export const RocChart = (
  props: CutOffChartProps & { readonly axes: RocAxes; readonly onAxes: (axes: RocAxes) => void },
): ReactNode => {
  const { scale, query, axes, onAxes } = props;
  const text = useText('cutOff');
  const formats = useFormats();
  const share = useShare();
  const area = rocArea(scale.points);
  const curve = curveOf(scale.points, axes);
  const percent = ({ fromMs }: ChartBucket): string => formats.percent(fromMs, 0);
  return (
    <div className="stack-2">
      <ReportChart
        title={text('roc.title')}
        meta={area === null ? text('roc.meta') : text('roc.area', { area: formats.percent(area * 100, 1) })}
        query={query}
        drawingOf={() => ({
          buckets: PART_BUCKETS,
          series: [
            {
              id: axes.y,
              name: text(`rate.${axes.y}`),
              fill: 'var(--chart-1)',
              values: PART_BUCKETS.map(({ fromMs }) => inPercent(curveAt(curve, fromMs / PARTS))),
              ...(axes.x === 'falsePositive' && axes.y === 'detection'
                ? { before: PART_BUCKETS.map(({ fromMs }) => fromMs) }
                : {}),
            },
          ],
        })}
        step="day"
        shape="lines"
        height={TALL_PX}
        format={share}
        beforeName={text('roc.chance')}
        axis={{
          name: text(`rate.${axes.x}`),
          formatTick: percent,
          formatBucket: (bucket) => `${text(`rate.${axes.x}`)} ${percent(bucket)}`,
        }}
        file={`${scale.file}-roc`}
        none={text('none')}
        asTable={scale.asTable}
      />
      <div className="row-wrap align-end gap-x-4">
        {(
          [
            ['x', ROC_X],
            ['y', ROC_Y],
          ] as const
        ).map(([side, rates]) => (
          <label key={side} className={styles.field}>
            <span className="soft">{text(`roc.${side}`)}</span>
            <Select
              size="small"
              value={axes[side]}
              onChange={(_event, { value }) => {
                const chosen = rates.find((rate) => rate === value);
                if (chosen !== undefined) onAxes({ ...axes, [side]: chosen });
              }}
            >
              {rates.map((rate) => (
                <option key={rate} value={rate}>
                  {text(`rate.${rate}`)}
                </option>
              ))}
            </Select>
          </label>
        ))}
      </div>
    </div>
  );
};
