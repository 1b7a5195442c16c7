import type { ReportSeries } from '@redoubt/contracts';
import type { AskedDimension, ReportFilter } from '@redoubt/domain';
import type { Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { drillHref } from './drill-href.ts';
import { bucketsOf, knownUntil, volume } from './figures.ts';
import { PeriodChart } from './PeriodChart.tsx';
import type { ReportQuestion } from './report-address.ts';
import { shadeOf } from './shade-of.ts';
import type { FigureFormats } from './use-figure-formats.ts';

/** Values that a chart tells apart. */
export const MOST_LINES = 8;

/** The largest values of a dimension over time. */
export const ValuesChart = (props: {
  readonly query: Asked<ReportSeries>;
  readonly question: ReportQuestion;
  /** What narrows the events besides those of the question. */
  readonly filters?: readonly ReportFilter[];
  readonly formats: FigureFormats;
  readonly opens: boolean;
  readonly asTable: boolean;
  readonly title: string;
  readonly meta: string;
  readonly measure: 'events' | 'fraud';
  readonly by: AskedDimension;
  readonly nameOf: (value: string) => string;
  readonly file: string;
  readonly none: string;
  readonly choice?: ReactNode;
}): ReactNode => {
  const { question, filters = [], formats, opens, measure, by, nameOf, ...chart } = props;
  return (
    <PeriodChart
      {...chart}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        // Events without a value stand last, in the lightest shade.
        const shown = report.series.slice(0, MOST_LINES).toSorted((a, b) => Number(!a.value) - Number(!b.value));
        return {
          buckets,
          series: shown.map(({ value, bars }, at) => ({
            id: value ?? '',
            name: nameOf(value ?? ''),
            fill: shadeOf(at, shown.length),
            values: knownUntil(bars.map(volume(question, measure)), buckets, report),
          })),
        };
      }}
      question={question}
      formats={formats}
      shape="bars"
      onOpen={
        opens ? ({ fromMs }, value) => drillHref(question, measure, { barMs: fromMs, by, value, filters }) : undefined
      }
    />
  );
};
