import type { BodyIn, queryChargebackArrivals } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ChoiceChips } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { bucketsOf, knownUntil, seriesOf, valueOf, volume } from '../../../shared/report-charts/figures.ts';
import { PeriodChart } from '../../../shared/report-charts/PeriodChart.tsx';
import { chargebackArrivalsQuery, chargebackBody } from '../chargebacks.queries.ts';
import type { SummaryChartProps } from './SummaryCharts.tsx';

const BARS = { shape: 'bars', height: 170 } as const;

/** What chargebacks stand at: the day of their event, or the day on which they arrived. */
export const RETURNED = ['event', 'arrival'] as const;
export type Returned = (typeof RETURNED)[number];

type Charted = Pick<SummaryChartProps, 'question' | 'formats' | 'asTable'>;

/** Charged back events by the day on which their chargeback arrived. */
const ArrivalsChart = (
  props: Charted & { readonly body: BodyIn<typeof queryChargebackArrivals>; readonly choice: ReactNode },
): ReactNode => {
  const { formats, asTable, body, choice } = props;
  const text = useText('reports');
  // Days are the narrowest bars of arrivals.
  const question = { ...props.question, step: body.step ?? 'day' };
  const arrivals = useRead(chargebackArrivalsQuery, body);
  return (
    <PeriodChart
      title={text('returns.title')}
      meta={text('returns.metaArrival')}
      query={arrivals}
      drawingOf={(answer) => {
        const buckets = bucketsOf(answer, question);
        const figures = answer.arrived.map((figure) => valueOf(figure, 'chargebacks', question));
        const series = [
          {
            id: 'chargebacks',
            name: text('returns.chargebacks'),
            fill: 'var(--reject-fill)',
            values: knownUntil(figures, buckets, answer),
            before: answer.before?.map((figure) => valueOf(figure, 'chargebacks', question)),
          },
        ];
        return { buckets, series };
      }}
      {...{ question, formats, asTable, choice, ...BARS }}
      file="summary-chargebacks-arrived"
      none={text('returns.noneArrived')}
    />
  );
};

/** Chargebacks and refunds by the day of the event, or chargebacks by the day of their arrival; drawn where there are any. */
export const ReturnsChart = (
  props: SummaryChartProps & { readonly returned: Returned; readonly onReturned: (returned: Returned) => void },
): ReactNode => {
  const { query, question, formats, asTable, returned, onReturned } = props;
  const text = useText('reports');
  const counts = query.data?.total.total.counts;
  const body = chargebackBody(question);
  const byArrival = returned === 'arrival' && body !== null;
  // What arrived in the period may be about events of before.
  if (!byArrival && (counts?.chargebacks ?? 0) + (counts?.refunds ?? 0) === 0) return null;
  const choice = (
    <ChoiceChips
      label={text('returns.by')}
      choices={RETURNED.filter((each) => each === 'event' || body !== null)}
      chosen={byArrival ? 'arrival' : 'event'}
      nameOf={(each) => text(`returns.${each}`)}
      onChoose={onReturned}
    />
  );
  if (byArrival) return <ArrivalsChart {...{ question, formats, asTable, body, choice }} />;
  return (
    <PeriodChart
      title={text('returns.title')}
      meta={text('returns.meta')}
      query={query}
      drawingOf={(report) => {
        const buckets = bucketsOf(report, question);
        const lines = [
          { id: 'chargebacks', name: text('returns.chargebacks'), fill: 'var(--reject-fill)' },
          { id: 'refunds', name: text('returns.refunds'), fill: 'var(--chart-bar)' },
        ] as const;
        const series = lines.map((line) => ({
          ...seriesOf(report, buckets, line, volume(question, line.id)),
          before: undefined,
        }));
        return { buckets, series };
      }}
      {...{ question, formats, asTable, choice, ...BARS }}
      file="summary-chargebacks"
    />
  );
};
