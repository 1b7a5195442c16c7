import type { ObservationKindInfo } from '@redoubt/contracts';
import { axisBars, fieldDimension, MAX_REPORT_SERIES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChoiceChips, LoadingBlock, QueryState, type ChartBucket } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { useMay } from '../../../app/console-context.tsx';
import type { FieldFilter } from '../../../shared/report-charts/field-where.ts';
import { CHART_PX } from '../../../shared/report-charts/PeriodChart.tsx';
import charts from '../../../shared/report-charts/report-charts.module.css';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import { valueRows, type ValueRow } from '../observation-figures.ts';
import { observationBody, pickFilters } from '../observation-report-address.ts';
import { observationsQuery } from '../observation-report.queries.ts';
import type { ObservationNames } from '../use-observation-names.ts';
import { ByChart, MOST_LINES, type ByChartProps, type ObservationChartProps } from './ObservationCharts.tsx';

const MOST_ROWS = 15;
const SCORES = axisBars('score');

type ScoresChartProps = Pick<ByChartProps, 'by' | 'nameOf' | 'none' | 'title'> &
  ObservationChartProps & { readonly field: string; readonly narrowed: ReturnType<typeof pickFilters> };

/** The largest values of a field over the scores of assessments. */
const ScoresChart = ({ narrowed, field, ...chart }: ScoresChartProps): ReactNode => {
  const text = useText('observationReport');
  const { question, by } = chart;
  const asked = { by, axis: 'score' as const, most: MOST_LINES, compare: 'none' as const };
  const query = useRead(observationsQuery, observationBody(question, narrowed, asked));
  const scoreAt = ({ fromMs }: ChartBucket): string => {
    const from = SCORES[fromMs] ?? '';
    return from === '' ? text('scores.none') : `${from} – ${Number(from) + 99}`;
  };
  const axis = { name: text('scores.axis'), formatTick: scoreAt, formatBucket: scoreAt };
  return (
    <ByChart
      {...chart}
      meta={text('scores.meta')}
      query={query}
      axis={{ ...axis, bars: SCORES, dimension: 'score' }}
      file={`observations-${field}-scores`}
    />
  );
};

export type FieldSectionProps = ObservationChartProps & {
  readonly kind: ObservationKindInfo;
  readonly field: string;
  readonly filters: readonly FieldFilter[];
  readonly names: ObservationNames;
  readonly onField: (field: string) => void;
  readonly onNarrow: (value: string) => void;
};

/** The values of one field of an observation: over time, over the scores of its assessments, and in a table. */
export const FieldSection = (props: FieldSectionProps): ReactNode => {
  const { kind, field, filters, names, onField, onNarrow, ...chart } = props;
  const { question, formats } = chart;
  const text = useText('observationReport');
  const threats = useText('threatReport');
  const reports = useText('reports');
  const may = useMay();
  const by = fieldDimension(field);
  const narrowed = [...pickFilters([{ dimension: 'observation', value: kind.kind }]), ...filters];
  const query = useRead(observationsQuery, observationBody(question, narrowed, { by, most: MAX_REPORT_SERIES }));
  const fieldName = names.field(field);
  const nameOf = (value: string): string => names.value(field, value);
  const figures = { ...chart, by, nameOf, none: threats('values.none') };
  const narrow = (value: string): ReactNode => (
    <button type="button" className={charts.value} onClick={() => onNarrow(value)}>
      {nameOf(value)}
    </button>
  );
  const columns: readonly ReportColumn<ValueRow>[] = [
    {
      head: fieldName,
      cell: ({ value }) => narrow(value),
      title: ({ value }) => nameOf(value),
    },
    { head: text('tile.observations'), kind: 'end', cell: ({ volume }) => formats.volume(volume) },
    {
      head: threats('share.events'),
      kind: 'end',
      cell: ({ share }) => (share === null ? '–' : formats.share(share)),
    },
    ...(question.compare === 'none'
      ? []
      : [
          {
            head: threats('moved'),
            kind: 'end' as const,
            cell: ({ moved }: ValueRow) =>
              moved === null ? '–' : threats('points', { points: formats.points(moved) }),
          },
        ]),
    {
      head: text('tile.orphans'),
      kind: 'end',
      cell: ({ orphans }) => (orphans === null ? '–' : formats.share(orphans)),
    },
  ];
  return (
    <section className="stack-3 min-w-0" aria-label={threats('values.title')}>
      <ChoiceChips
        label={threats('field')}
        choices={kind.fields.map(({ name }) => name)}
        chosen={field}
        nameOf={names.field}
        onChoose={onField}
      />
      <div className={charts.pair}>
        <ByChart
          {...figures}
          title={threats('values.over', { field: fieldName })}
          meta={text('values.meta', { count: MOST_LINES })}
          query={query}
          file={`observations-${field}`}
        />
        {may('scoreReport:read') ? (
          <ScoresChart
            {...figures}
            narrowed={narrowed}
            title={text('scores.title', { field: fieldName })}
            field={field}
          />
        ) : null}
      </div>
      <QueryState query={query} compact loading={<LoadingBlock height={CHART_PX} />}>
        {(report) => {
          const rows = valueRows(report, question).slice(0, MOST_ROWS);
          return (
            <ReportTable
              title={text('values.title')}
              meta={
                report.seriesInAll > rows.length
                  ? reports('table.most', { count: rows.length, all: report.seriesInAll })
                  : ''
              }
              none={threats('values.none')}
              rows={rows}
              keyOf={({ value }) => value}
              columns={columns}
              layout="fitted"
            />
          );
        }}
      </QueryState>
    </section>
  );
};
