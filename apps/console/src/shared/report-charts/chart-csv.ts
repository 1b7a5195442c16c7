import type { ChartBucket, ChartSeries } from '@redoubt/ui';
import { csvText } from '../files/csv-text.ts';

const cell = (value: number | null | undefined): number | string =>
  value === null || value === undefined ? '' : Math.round(value * 1e6) / 1e6;

/** The values of a chart as CSV: a row for each bucket with its times in UTC, or the ends of its values, a column for each series and what it is compared with. */
export const chartCsv = (
  buckets: readonly ChartBucket[],
  series: readonly ChartSeries[],
  beforeName: string | undefined,
  areTimes = true,
): string =>
  csvText([
    [
      'from',
      'to',
      ...series.flatMap(({ name, before }) =>
        before === undefined || beforeName === undefined ? [name] : [name, `${name}, ${beforeName}`],
      ),
    ],
    ...buckets.map(({ fromMs, toMs }, at) => [
      ...[fromMs, toMs].map((end) => (areTimes ? new Date(end).toISOString() : end)),
      ...series.flatMap(({ values, before }) =>
        before === undefined || beforeName === undefined ? [cell(values[at])] : [cell(values[at]), cell(before[at])],
      ),
    ]),
  ]);
