import type { CaseReport } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Section, StackedBars, type BarSeries } from '@redoubt/ui';
import { useMemo, type CSSProperties, type ReactNode } from 'react';
import { useBarTimes } from '../../../shared/reports/use-bar-times.ts';
import styles from '../case-report.module.css';
import type { Drill } from '../drill.ts';
import { decisionBuckets, forecastBuckets, intakeBuckets, peakOf } from '../report-parts.ts';
import { Figure } from './Figure.tsx';

/** What the colours of a chart mean. */
const Legend = ({ series }: { readonly series: readonly BarSeries[] }): ReactNode => (
  <span className={styles.legend}>
    {series.map(({ id, name, fill }) => (
      <span key={id} style={{ '--legend-fill': fill } as CSSProperties}>
        {name}
      </span>
    ))}
  </span>
);

const CHART_PX = 220;
const SMALL_PX = 170;

/** Decisions over time, with the period before as a line. */
export const DecisionsChart = ({ report }: { readonly report: CaseReport }): ReactNode => {
  const text = useText('caseReport');
  const formats = useFormats();
  const buckets = useMemo(() => decisionBuckets(report), [report]);
  const times = useBarTimes(buckets);
  const series = [
    { id: 'rejected', name: text('series.rejected'), fill: 'var(--reject-fill)' },
    { id: 'approved', name: text('series.approved'), fill: 'var(--approve-fill)' },
    { id: 'other', name: text('series.other'), fill: 'var(--chart-bar)' },
    { id: 'timedOut', name: text('series.timedOut'), fill: 'var(--chart-1)' },
  ];
  return (
    <Section title={text('decisions.title')} meta={text('decisions.meta')} end={<Legend series={series} />}>
      <StackedBars
        label={text('decisions.title')}
        series={series}
        buckets={buckets}
        beforeName={text('series.before')}
        height={CHART_PX}
        formatCount={(count) => formats.number(count)}
        {...times}
      />
    </Section>
  );
};

/** Cases that came in over time. */
export const IntakeChart = (props: { readonly report: CaseReport; readonly drill: Drill }): ReactNode => {
  const { report, drill } = props;
  const text = useText('caseReport');
  const formats = useFormats();
  const buckets = useMemo(() => intakeBuckets(report), [report]);
  const times = useBarTimes(buckets);
  const series = [
    { id: 'received', name: text('series.received'), fill: 'var(--review-fill)' },
    { id: 'cancelled', name: text('series.cancelled'), fill: 'var(--chart-bar)' },
  ];
  return (
    <Section title={text('intake.title')} meta={text('intake.meta')} end={<Legend series={series} />}>
      <StackedBars
        label={text('intake.title')}
        series={series}
        buckets={buckets}
        height={SMALL_PX}
        formatCount={(count) => formats.number(count)}
        {...times}
      />
      {(['cancelled', 'withdrawn'] as const).map((figure) =>
        report.totals[figure] === 0 ? null : (
          <p key={figure} className="quiet-small">
            <Figure count={report.totals[figure]} href={drill(figure)}>
              {figure === 'withdrawn'
                ? text('intake.withdrawn', { count: report.totals.withdrawn })
                : text('drill.count', {
                    figure: text('series.cancelled'),
                    count: formats.number(report.totals.cancelled),
                  })}
            </Figure>
          </p>
        ),
      )}
    </Section>
  );
};

/** How many cases will wait in the week that begins. */
export const ForecastChart = ({ backlog }: Pick<CaseReport, 'backlog'>): ReactNode => {
  const text = useText('caseReport');
  const formats = useFormats();
  const { forecast } = backlog;
  const buckets = useMemo(() => (forecast === null ? [] : forecastBuckets(forecast)), [forecast]);
  const times = useBarTimes(buckets);
  if (forecast === null)
    return (
      <Section title={text('forecast.title')}>
        <p className="quiet">{text('forecast.none')}</p>
      </Section>
    );
  const peak = peakOf(forecast);
  const arrived = formats.number(Math.round(forecast.arrivedPerDay));
  const decided = formats.number(Math.round(forecast.decidedPerDay));
  return (
    <Section title={text('forecast.title')} meta={text('forecast.meta', { arrived, decided })}>
      <StackedBars
        label={text('forecast.title')}
        series={[{ id: 'waiting', name: text('series.waiting'), fill: 'var(--chart-2)' }]}
        buckets={buckets}
        height={SMALL_PX}
        formatCount={(count) => formats.number(count)}
        {...times}
      />
      {peak === undefined ? null : (
        <p className="quiet-small">
          {text('forecast.peak', {
            cases: formats.number(Math.round(peak.cases)),
            time: `${formats.date(peak.at)} ${formats.time(peak.at, 'minutes')}`,
          })}
        </p>
      )}
    </Section>
  );
};
