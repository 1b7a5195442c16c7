import type { SearchFilter } from '@redoubt/contracts';
import { DEGRADED_REASONS, type Decision } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { decisionFill, type ChartBucket } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { monitorDrill, scoreFilters } from '../monitor-drill.ts';
import {
  ALL_DEGRADED,
  degradedSeries,
  monitorBuckets,
  rangesFor,
  scoreStack,
  stackOf,
  volumeOf,
} from '../monitor-series.ts';
import { useChartFrame, type MonitorChartProps } from './use-chart-frame.ts';

const STACK: readonly Decision[] = ['Reject', 'Review', 'Challenge', 'Approve'];

/** Leads from a bar to its events; undefined for people who may not search. */
const useOpen =
  ({ assessment, view, opens }: MonitorChartProps) =>
  (filtersOf: (seriesId: string) => readonly SearchFilter[] | null) =>
    opens
      ? (bucket: ChartBucket, seriesId: string): string | null => {
          const filters = filtersOf(seriesId);
          return filters === null ? null : monitorDrill(assessment, view.includeChildren, bucket, filters);
        }
      : undefined;

/** All events over time beside the week before and the usual range. */
export const VolumeChart = (props: MonitorChartProps): ReactNode => {
  const text = useText('monitor');
  const formats = useFormats();
  const { whole } = useChartFrame(props);
  const open = useOpen(props);
  return (
    <ReportChart
      {...whole}
      title={text('traffic.title')}
      meta={text('traffic.meta')}
      drawingOf={(monitor) => ({
        buckets: monitorBuckets(monitor),
        series: [
          {
            id: 'events',
            name: text('volume'),
            fill: 'var(--chart-1)',
            values: monitor.bars.map(volumeOf),
            before: monitor.bars.map(({ lastWeek }) => lastWeek),
            band: rangesFor(monitor, props.usual, props.usual?.events),
          },
        ],
      })}
      shape="lines"
      format={formats.number}
      beforeName={text('lastWeek')}
      onOpen={open(() => [])}
      alertHref={props.alertHref?.('events')}
      file="monitor-volume"
      none={text('empty.title')}
    />
  );
};

/** Decisions of each bar. */
export const DecisionChart = (props: MonitorChartProps): ReactNode => {
  const text = useText('monitor');
  const common = useText('common');
  const { parts, drawn } = useChartFrame(props);
  const open = useOpen(props);
  return (
    <ReportChart
      {...parts}
      title={text('chart.title')}
      meta={text(props.view.asShare ? 'chart.shareMeta' : 'chart.meta')}
      drawingOf={(monitor) =>
        drawn(
          monitor,
          STACK.map((decision) => ({
            id: decision,
            name: common(`decision.${decision}`),
            fill: decisionFill(decision),
            values: monitor.bars.map(({ decisions }) => decisions[decision] ?? 0),
          })),
        )
      }
      onOpen={open((decision) => [{ field: 'decision', operator: 'is', values: [decision] }])}
      alertHref={props.alertHref?.(props.view.asShare ? 'decisionPercent' : 'decisionCount')}
      file="monitor-decisions"
      none={text('empty.title')}
    />
  );
};

/** The clauses that decided most, over time; the others together. */
export const ClauseChart = (props: MonitorChartProps): ReactNode => {
  const text = useText('monitor');
  const { ruleClause } = useProvidedNames();
  const { parts, drawn } = useChartFrame(props);
  const open = useOpen(props);
  const clauses = props.query.data?.clauses ?? [];
  const keyOf = ({ rule, clause, decision }: (typeof clauses)[number]): string =>
    JSON.stringify([rule, clause, decision]);
  return (
    <ReportChart
      {...parts}
      title={text('clauses.chart')}
      meta={text(props.view.asShare ? 'chart.shareMeta' : 'chart.meta')}
      drawingOf={(monitor) =>
        drawn(
          monitor,
          stackOf(
            monitor.clauses.map((each) => ({
              value: keyOf(each),
              name: ruleClause(each.rule, each.clause),
              bars: each.bars,
            })),
            { name: text('clauses.others'), bars: monitor.otherClauses.bars },
          ),
        )
      }
      onOpen={open((key) => {
        const found = clauses.find((each) => keyOf(each) === key);
        if (found === undefined) return null;
        return [
          { field: 'rule', operator: 'is', values: [found.rule] },
          { field: 'clause', operator: 'is', values: [found.clause] },
          { field: 'decision', operator: 'is', values: [found.decision] },
        ];
      })}
      file="monitor-clauses"
      none={text('clauses.none')}
    />
  );
};

/** Countries of devices over time; Search does not know them. */
export const CountryChart = (props: MonitorChartProps): ReactNode => {
  const text = useText('monitor');
  const { language } = useFormats();
  const { parts, drawn } = useChartFrame(props);
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  return (
    <ReportChart
      {...parts}
      title={text('countries.title')}
      meta={text('countries.meta')}
      drawingOf={(monitor) =>
        drawn(
          monitor,
          stackOf(
            monitor.deviceCountries.map(({ value, bars }) => ({ value, name: names.of(value) ?? value, bars })),
            { name: text('countries.others'), bars: monitor.otherCountries.bars },
          ),
        )
      }
      file="monitor-countries"
      none={text('countries.none')}
    />
  );
};

/** Decisions that lacked something their rules asked for, over time, and what it was. */
export const DegradedChart = (props: MonitorChartProps): ReactNode => {
  const text = useText('monitor');
  const search = useText('search');
  const formats = useFormats();
  const { whole } = useChartFrame(props);
  const open = useOpen(props);
  const { asShare } = props.view;
  return (
    <ReportChart
      {...whole}
      shape="lines"
      title={text('degraded.title')}
      meta={text(asShare ? 'degraded.shareMeta' : 'degraded.meta')}
      drawingOf={(monitor) => ({
        buckets: monitorBuckets(monitor),
        series: degradedSeries(monitor, asShare, {
          all: text('degraded.all'),
          reason: (reason) => search(`degraded.${reason}`),
        }),
      })}
      format={asShare ? (value) => formats.percent(value) : formats.number}
      onOpen={open((reason) => [
        { field: 'degraded', operator: 'is', values: reason === ALL_DEGRADED ? [...DEGRADED_REASONS] : [reason] },
      ])}
      alertHref={props.alertHref?.('degradedPercent')}
      file="monitor-degraded"
      none={text('degraded.none')}
    />
  );
};

/** Hundreds of a score over time. */
export const ScoreChart = (props: MonitorChartProps & { readonly score: 'risk' | 'bot' }): ReactNode => {
  const text = useText('monitor');
  const { parts, drawn } = useChartFrame(props);
  const open = useOpen(props);
  const isRisk = props.score === 'risk';
  return (
    <ReportChart
      {...parts}
      title={text(isRisk ? 'scores.risk' : 'scores.bot')}
      meta={text('scores.meta')}
      drawingOf={(monitor) =>
        drawn(
          monitor,
          scoreStack(isRisk ? monitor.riskScores : monitor.botScores, (from) => `${from}–${from + 99}`),
        )
      }
      onOpen={isRisk ? open((from) => scoreFilters(Number(from))) : undefined}
      file={isRisk ? 'monitor-risk-scores' : 'monitor-bot-scores'}
      none={text(isRisk ? 'scores.none' : 'scores.botNone')}
    />
  );
};
