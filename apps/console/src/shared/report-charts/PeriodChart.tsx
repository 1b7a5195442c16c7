import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { ReportChart, type ReportChartProps } from './ReportChart.tsx';
import type { ReportQuestion } from './report-address.ts';
import type { FigureFormats } from './use-figure-formats.ts';

/** Height of a chart that stands in two columns. */
export const CHART_PX = 180;

export type PeriodChartProps<Data> = Omit<
  ReportChartProps<Data>,
  'step' | 'beforeName' | 'none' | 'height' | 'format'
> & {
  readonly question: Pick<ReportQuestion, 'step' | 'compare'>;
  readonly formats: FigureFormats;
  /** Counts or amounts where absent. */
  readonly format?: ((value: number) => string) | undefined;
  readonly height?: number | undefined;
  readonly none?: string | undefined;
};

/** A chart of what a report is asked: its bars and the period that its lines are compared with are those of the question. */
export const PeriodChart = <Data,>(props: PeriodChartProps<Data>): ReactNode => {
  const { question, formats, format = formats.volume, height = CHART_PX, none, ...chart } = props;
  const text = useText('reports');
  const beforeName = useBeforeName(question);
  return (
    <ReportChart
      {...chart}
      step={question.step}
      height={height}
      format={format}
      none={none ?? text('none')}
      beforeName={chart.shape === 'lines' ? beforeName : undefined}
    />
  );
};

/** What the period before is called; undefined where nothing is compared. */
export const useBeforeName = ({ compare }: Pick<ReportQuestion, 'compare'>): string | undefined => {
  const text = useText('reports');
  return compare === 'none' ? undefined : text(`before.${compare}`);
};
