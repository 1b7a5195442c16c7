import type { BodyIn, LabelArrivals, queryLabelArrivals, ReportSeries } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import type { FieldFilter } from '../../../shared/report-charts/field-where.ts';
import { bucketsOf, knownUntil, shareOf, valueOf } from '../../../shared/report-charts/figures.ts';
import { PeriodChart } from '../../../shared/report-charts/PeriodChart.tsx';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import { labelArrivalsQuery } from '../threat-report.queries.ts';

export type ThreatChartProps = {
  readonly question: ReportQuestion;
  /** Values that events have. */
  readonly filters: readonly FieldFilter[];
  readonly formats: FigureFormats;
  readonly opens: boolean;
  readonly asTable: boolean;
};

const LABELS = [
  { id: 'fraud', fill: 'var(--reject-fill)' },
  { id: 'nonFraud', fill: 'var(--chart-bar)' },
] as const;

/** Labels by the day on which they arrived, and the events of that day that are fraud by now as a share of its volume. */
export const ArrivalChart = (
  props: ThreatChartProps & { readonly body: BodyIn<typeof queryLabelArrivals>; readonly report: ReportSeries },
): ReactNode => {
  const { body, report, question, formats, asTable } = props;
  const arrivals = useRead(labelArrivalsQuery, body);
  const text = useText('threatReport');
  const { view, currency } = question;
  return (
    <PeriodChart
      title={text('arrivals.title')}
      meta={text('arrivals.meta')}
      query={arrivals}
      drawingOf={(answer) => {
        const buckets = bucketsOf(answer, question);
        const figureOf = (figure: LabelArrivals['arrived'][number], id: 'fraud' | 'nonFraud'): number => {
          if (view === 'count') return figure.counts[id];
          return (currency === null ? figure.converted?.[id] : figure.amounts[currency]?.[id]) ?? 0;
        };
        return {
          buckets,
          series: LABELS.map(({ id, fill }) => ({
            id,
            name: text(`arrivals.${id}`),
            fill,
            values: knownUntil(
              answer.arrived.map((figure) => figureOf(figure, id)),
              buckets,
              answer,
            ),
          })),
          // The rate stands below the bars: fraud that was reported for that day, of the volume of that day.
          footer: answer.arrived.map((figure, at) => {
            const events = valueOf(report.total.bars[at], 'events', question);
            const rate = shareOf(figureOf(figure, 'fraud'), events);
            return rate === null || (buckets[at]?.fromMs ?? 0) > Date.parse(answer.asOf) ? '' : formats.share(rate);
          }),
        };
      }}
      question={question}
      formats={formats}
      shape="bars"
      file="threats-arrivals"
      none={text('arrivals.none')}
      asTable={asTable}
    />
  );
};
