import type { ReportSeries } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ChoiceChips, type Asked, type ChartBucket } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead, useReads } from '../../../api/use-read.ts';
import { valueAxis } from '../../../shared/cut-off/cut-off.ts';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import { volume } from '../../../shared/report-charts/figures.ts';
import { bodyOf } from '../../../shared/report-charts/report-address.ts';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { reportQuery } from '../../../shared/report-charts/report.queries.ts';
import { shadeOf } from '../../../shared/report-charts/shade-of.ts';
import { MOST_LINES, ValuesChart } from '../../../shared/report-charts/ValuesChart.tsx';
import { BIN, binsOf, binsQuestion, STATUS_AXES } from '../score-report-address.ts';
import type { ScorePartProps } from './part-props.ts';

const CHART_PX = 200;

type Shown = {
  /** Those that most events have, the largest first. */
  readonly statuses: readonly string[];
  readonly nameOf: (status: string) => string;
  readonly axes: ReactNode;
};

/** Statuses of each bin of the scores: one question for each status. */
const StatusesOverScores = (props: ScorePartProps & Shown): ReactNode => {
  const { question, address, figures, opens, asTable, statuses, nameOf, axes } = props;
  const text = useText('scoreReport');
  const reports = useText('reports');
  const reads = useReads(
    reportQuery,
    statuses.map((status) => [
      binsQuestion(question, address, { measures: ['events'], filters: [{ dimension: 'status', values: [status] }] }),
    ]),
  );
  const found = reads.flatMap(({ data }) => data ?? []);
  const failed = reads.find(({ isError }) => isError);
  const query: Asked<readonly ReportSeries[]> = {
    data: found.length === statuses.length ? found : undefined,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    refetch: () => Promise.all(reads.map((each) => each.refetch())),
  };
  const buckets: readonly ChartBucket[] = binsOf(address).map((from) => ({
    fromMs: Number(from),
    toMs: Number(from) + BIN,
  }));
  const countOf = volume(question, 'events');
  return (
    <ReportChart
      title={reports('statuses.title')}
      meta={text('statuses.meta')}
      query={query}
      drawingOf={(answers) => ({
        buckets,
        series: answers.map(({ series }, at) => {
          const bins = new Map(series.map(({ value, total }) => [value, total]));
          const status = statuses[at] ?? '';
          return {
            id: status,
            name: nameOf(status),
            fill: shadeOf(at, statuses.length),
            values: buckets.map(({ fromMs }) => countOf(bins.get(String(fromMs)))),
          };
        }),
      })}
      step={question.step}
      shape="bars"
      height={CHART_PX}
      format={figures.volume}
      axis={valueAxis({ name: text('score'), formatValue: String })}
      onOpen={
        opens
          ? ({ fromMs }, status) =>
              drillHref(question, 'events', {
                by: 'score',
                value: String(fromMs),
                filters: [{ dimension: 'status', values: [status] }],
              })
          : undefined
      }
      file="scores-statuses"
      none={reports('none')}
      asTable={asTable}
      choice={axes}
    />
  );
};

/** What became of the events of the chosen scores, over time or over scores; drawn where statuses were sent. */
export const StatusChart = (props: ScorePartProps): ReactNode => {
  const { question, address, update, figures, opens, asTable } = props;
  const text = useText('scoreReport');
  const reports = useText('reports');
  const { low, high, statuses: axis } = address;
  const filters = [{ dimension: 'score' as const, values: [...binsOf(address)] }];
  const query = useRead(
    reportQuery,
    bodyOf(question, { filters, by: 'status', measures: ['events'], most: MOST_LINES, compare: 'none' }),
  );
  const statuses = (query.data?.series ?? []).map(({ value }) => value ?? '');
  if (statuses.every((status) => status === '')) return null;
  const nameOf = (status: string): string => status || reports('statuses.noStatus');
  const axes = (
    <ChoiceChips
      label={text('statuses.over')}
      choices={STATUS_AXES}
      chosen={axis}
      nameOf={(each) => text(`statuses.${each}`)}
      onChoose={(to) => update({ statuses: to })}
    />
  );
  // Events without a status stand last, in the lightest shade.
  const inOrder = statuses.toSorted((a, b) => Number(a === '') - Number(b === ''));
  if (axis === 'score') return <StatusesOverScores {...props} {...{ statuses: inOrder, nameOf, axes }} />;
  return (
    <ValuesChart
      {...{ question, filters, opens, asTable, query, nameOf, choice: axes }}
      formats={figures}
      title={reports('statuses.title')}
      meta={text('volume.meta', { low, high })}
      measure="events"
      by="status"
      file="scores-status"
      none={reports('none')}
    />
  );
};
