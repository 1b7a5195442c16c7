import type { ReportSeries } from '@redoubt/contracts';
import type { ReportDimension, ReportMeasure } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Link, LoadingBlock, QueryState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import { share, valueOf, volume } from '../../../shared/report-charts/figures.ts';
import { bodyOf, type ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { reportQuery } from '../../../shared/report-charts/report.queries.ts';
import styles from '../../../shared/report-charts/report-charts.module.css';
import { changePercent } from '../../../shared/reports/day.ts';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';

type Series = ReportSeries['series'][number];

export type ValueTableProps = {
  readonly title: string;
  /** Head of the first column. */
  readonly head: string;
  readonly by: ReportDimension;
  readonly nameOf: (value: string) => string;
  readonly question: ReportQuestion;
  readonly formats: FigureFormats;
  readonly opens: boolean;
};

const LOADING_PX = 220;
const MOST_VALUES = 8;

/** The values of a dimension that most events have: how many, how they were decided and how much of it was fraud. */
export const ValueTable = (props: ValueTableProps): ReactNode => {
  const { title, head, by, nameOf, question, formats, opens } = props;
  const text = useText('reports');
  const query = useRead(
    reportQuery,
    bodyOf(question, { by, measures: ['events', 'rejected', 'fraud'], most: MOST_VALUES }),
  );
  const figure = ({ value, total }: Series, measure: ReportMeasure, said: string): ReactNode => {
    const href = opens && valueOf(total, measure, question) > 0 ? drillHref(question, measure, { by, value }) : null;
    return href === null ? (
      said
    ) : (
      <Link className={styles.figure} href={href}>
        {said}
      </Link>
    );
  };
  const rate = (series: Series, measure: ReportMeasure): ReactNode => {
    const found = share(question, measure, 'events')(series.total);
    return found === null ? '–' : figure(series, measure, formats.share(found));
  };
  const columns = (report: ReportSeries): readonly ReportColumn<Series>[] => [
    { head, cell: ({ value }) => nameOf(value ?? ''), title: ({ value }) => nameOf(value ?? '') },
    {
      head: text('tile.events'),
      kind: 'end',
      cell: (series) => figure(series, 'events', formats.volume(volume(question, 'events')(series.total) ?? 0)),
    },
    ...(report.total.before === null
      ? []
      : [
          {
            head: text('table.change'),
            kind: 'end' as const,
            cell: ({ total, before }: Series) => {
              const change = changePercent(
                valueOf(total, 'events', question),
                valueOf(before?.total, 'events', question),
              );
              return change === undefined ? text('table.new') : formats.change(change);
            },
          },
        ]),
    { head: text('table.rejected'), kind: 'end', cell: (series) => rate(series, 'rejected') },
    { head: text('table.fraud'), kind: 'end', cell: (series) => rate(series, 'fraud') },
  ];
  return (
    <QueryState query={query} compact loading={<LoadingBlock height={LOADING_PX} />}>
      {(report) => (
        <ReportTable
          title={title}
          meta={
            report.seriesInAll > report.series.length
              ? text('table.most', { count: report.series.length, all: report.seriesInAll })
              : ''
          }
          none={text('none')}
          rows={report.series}
          keyOf={({ value }) => value ?? ''}
          columns={columns(report)}
        />
      )}
    </QueryState>
  );
};
