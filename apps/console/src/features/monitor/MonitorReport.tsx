import { DataBarVerticalRegular, LinkRegular, TableRegular, TvRegular } from '@fluentui/react-icons';
import type { AlertFigure, AssessmentName } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ChartGroup, IconButton, LoadingBlock, QueryState, StaleBar, useCopy, useShortcut } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { LazyPart } from '../../routes/LazyPart.tsx';
import { useOpensSearch } from '../../shared/search/search-switch.tsx';
import { alertHref } from '../../shared/alerts/alert-href.ts';
import { useChangeMarks } from '../../shared/report-charts/use-report-changes.ts';
import { Changes } from '../../shared/reports/Changes.tsx';
import { useChildCount } from '../../shared/search/use-child-count.ts';
import { ClauseTable } from './components/ClauseTable.tsx';
import { ExperimentChoice } from './components/ExperimentChoice.tsx';
import { MonitorFilters } from './components/MonitorFilters.tsx';
import { MonitorWall } from './components/MonitorWall.tsx';
import { ObservationChart } from './components/ObservationCharts.tsx';
import { RelatedTable } from './components/RelatedTable.tsx';
import { RuleTable } from './components/RuleTable.tsx';
import {
  ClauseChart,
  CountryChart,
  DecisionChart,
  DegradedChart,
  ScoreChart,
  VolumeChart,
} from './components/TransactionCharts.tsx';
import { Unknown } from './components/Unknown.tsx';
import { UnusualLine } from './components/UnusualLine.tsx';
import type { MonitorChartProps } from './components/use-chart-frame.ts';
import styles from './monitor.module.css';
import { monitorQuery, monitorUsualQuery } from './monitor.queries.ts';
import { NoEvents } from '../../shared/report-charts/NoEvents.tsx';
import { VolumeTiles } from './components/VolumeTiles.tsx';
import { useMonitorView } from './use-monitor-view.ts';

/** The shapes of the world come when there are countries to draw. */
const loadMap = async () => (await import('../../shared/map/CountriesMap.tsx')).CountriesMap;

const MOST_CHANGES = 8;
const TALL_PX = 230;
const LOW_PX = 200;
/** Events are counted within a second or so; behind by more, figures are of the past. */
const DELAYED_MS = 30_000;
const NONE = [] as const;

export type MonitorReportProps = {
  readonly assessment: AssessmentName;
  /** What the assessment is called. */
  readonly name: string;
  /** Stands first in the row of filters. */
  readonly choice?: ReactNode;
};

/** How the traffic of an assessment behaves now: events and their decisions, or later events about them, by time of receipt. */
export const MonitorReport = ({ assessment, name, choice }: MonitorReportProps): ReactNode => {
  const text = useText('monitor');
  const reports = useText('reports');
  const common = useText('common');
  const formats = useFormats();
  const may = useMay();
  const childCount = useChildCount();
  const { copied, copy } = useCopy();
  const [view, change] = useMonitorView();
  const { kind, period, stepMinutes, includeChildren, asTable, onWall } = view;
  const question = { assessment, period, stepMinutes, includeChildren };
  const query = useRead(monitorQuery, question);
  const usual = useRead(monitorUsualQuery, question).data;
  const { changes, marks } = useChangeMarks(query.data?.changes ?? NONE, assessment);
  const newest = useMemo(() => changes.slice(0, MOST_CHANGES), [changes]);
  const opens = useOpensSearch();
  const toTables = (): void => change({ asTable: !asTable });
  useShortcut('t', reports('asTables'), toTables);
  useShortcut('w', text('wall.open'), () => change({ onWall: true }));
  const newAlert = (figure: AlertFigure): string =>
    alertHref({ figure, target: assessment, includeChildren, stepMinutes: view.stepMinutes });
  const chart: MonitorChartProps = {
    assessment,
    view,
    query,
    usual,
    marks,
    opens,
    height: LOW_PX,
    alertHref: may('alerts:write') ? newAlert : undefined,
  };
  const staleSince = query.isError && query.data ? query.dataUpdatedAt : undefined;
  return (
    <div className="stack-3 min-w-0" aria-busy={query.isPlaceholderData}>
      <div className={styles.head}>
        <MonitorFilters
          view={view}
          childCount={childCount}
          onChange={change}
          first={
            <>
              {choice}
              {may('decisionRules:read') ? <ExperimentChoice assessment={assessment} /> : null}
            </>
          }
        />
        <div className={styles.chips}>
          {query.data ? (
            <span className={styles.soft}>{common('time.asOf', { time: formats.time(query.data.asOf) })}</span>
          ) : null}
          <IconButton
            icon={LinkRegular}
            dense
            label={copied ? common('action.copied') : common('action.copyLink')}
            onClick={() => void copy(location.href)}
          />
          <IconButton
            icon={asTable ? DataBarVerticalRegular : TableRegular}
            dense
            label={asTable ? text('asCharts') : reports('asTables')}
            onClick={toTables}
          />
          <IconButton icon={TvRegular} dense label={text('wall.open')} onClick={() => change({ onWall: true })} />
        </div>
      </div>
      {staleSince === undefined ? null : <StaleBar since={staleSince} />}
      <QueryState
        query={query}
        loading={
          <>
            <LoadingBlock height={64} />
            <LoadingBlock height={TALL_PX} />
            <LoadingBlock height={LOW_PX} />
          </>
        }
      >
        {(monitor) => {
          const isQuiet = monitor.totals.events === 0 && monitor.lastWeek.events === 0;
          const watched = monitor.related.filter(({ events }) => events > 0);
          return (
            <>
              {monitor.waitingMs !== null && monitor.waitingMs > DELAYED_MS ? (
                <p className="m-0 p-2 bg-subtle border-1 radius-1" role="status">
                  {text('delayed', { time: formats.time(Date.parse(monitor.asOf) - monitor.waitingMs) })}
                </p>
              ) : null}
              {kind === 'observations' ? (
                <>
                  <RelatedTable related={monitor.related} />
                  <ChartGroup>
                    <div className={styles.pair}>
                      {(watched.length > 0 ? watched : monitor.related.slice(0, 1)).map((each) => (
                        <ObservationChart key={each.kind} {...chart} kind={each} />
                      ))}
                    </div>
                  </ChartGroup>
                </>
              ) : isQuiet ? (
                <NoEvents title={text('empty.title')} body={text('empty.body')} action={text('empty.action')} />
              ) : (
                <>
                  <dl className={styles.tiles}>
                    <VolumeTiles monitor={monitor} />
                  </dl>
                  <UnusualLine monitor={monitor} usual={usual} />
                  <ChartGroup>
                    <div className={styles.pair}>
                      <VolumeChart {...chart} height={TALL_PX} />
                      <DecisionChart {...chart} height={TALL_PX} />
                      <ClauseChart {...chart} height={TALL_PX} />
                      {monitor.degraded.events > 0 ? <DegradedChart {...chart} height={TALL_PX} /> : null}
                      {monitor.deviceCountries.length > 0 ? (
                        <>
                          <CountryChart {...chart} height={TALL_PX} />
                          <LazyPart
                            load={loadMap}
                            texts={['casework']}
                            props={{
                              counts: monitor.deviceCountries.map(({ value: code, events }) => ({ code, events })),
                            }}
                            fallback={<LoadingBlock height={TALL_PX} />}
                          />
                        </>
                      ) : null}
                      {monitor.riskScores.length > 0 ? <ScoreChart {...chart} score="risk" /> : null}
                      {monitor.botScores.length > 0 ? <ScoreChart {...chart} score="bot" /> : null}
                    </div>
                  </ChartGroup>
                  <div className={styles.pair}>
                    <RuleTable rules={monitor.rules} />
                    <ClauseTable assessment={assessment} includeChildren={includeChildren} monitor={monitor} />
                  </div>
                </>
              )}
              {kind === 'observations' || isQuiet ? null : <Unknown monitor={monitor} />}
              <div className={styles.pair}>
                {kind === 'observations' ? null : <RelatedTable related={monitor.related} />}
                <Changes changes={newest} asOf={monitor.asOf} />
              </div>
              {onWall ? (
                <MonitorWall
                  {...chart}
                  title={name}
                  monitor={monitor}
                  staleSince={staleSince}
                  onClose={() => change({ onWall: false })}
                />
              ) : null}
            </>
          );
        }}
      </QueryState>
    </div>
  );
};
