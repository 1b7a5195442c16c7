import { MONITOR_SCALES, type AssessmentName } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Empty, LoadingBlock, QueryState, Section, StaleBar } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress, useGo } from '../../routes/address.ts';
import { Changes } from '../../shared/reports/Changes.tsx';
import { DecisionTiles } from '../../shared/reports/DecisionTiles.tsx';
import { useMarkedChanges } from '../../shared/reports/use-marked-changes.ts';
import { formatAddress, parseAddress } from '../../shared/search/search-address.ts';
import { useChildCount } from '../../shared/search/use-search.ts';
import { monitorAddress } from '../../shared/assessments/monitor-address.ts';
import { ClauseTable } from './components/ClauseTable.tsx';
import { DecisionChart } from './components/DecisionChart.tsx';
import { ExperimentChoice } from './components/ExperimentChoice.tsx';
import { MonitorFilters, type MonitorView } from './components/MonitorFilters.tsx';
import { RelatedTable } from './components/RelatedTable.tsx';
import { RuleTable } from './components/RuleTable.tsx';
import styles from './monitor.module.css';
import { monitorQuery } from './monitor.queries.ts';

const MOST_CHANGES = 8;

/** What the address asks for, with what a period does not offer set right. */
const useView = (): readonly [MonitorView, (change: Partial<MonitorView>) => void] => {
  const [{ period, step, as, children }, update] = useAddress(monitorAddress);
  const { steps } = MONITOR_SCALES[period];
  const view: MonitorView = {
    period,
    stepMinutes: steps.find((each) => each === step) ?? steps[0],
    asShare: as === 'share',
    includeChildren: children !== 'no',
  };
  const change = (changed: Partial<MonitorView>): void => {
    const next = { ...view, ...changed };
    update(
      {
        period: next.period,
        step: next.stepMinutes,
        as: next.asShare ? 'share' : undefined,
        children: next.includeChildren ? undefined : 'no',
      },
      { replace: true },
    );
  };
  return [view, change];
};

/** How the traffic of an assessment behaves now: volume, decisions, rules and what was told later, by time. */
export const MonitorReport = ({ assessment }: { readonly assessment: AssessmentName }): ReactNode => {
  const text = useText('monitor');
  const common = useText('common');
  const formats = useFormats();
  const go = useGo();
  const may = useMay();
  const childCount = useChildCount();
  const [view, change] = useView();
  const { period, stepMinutes, asShare, includeChildren } = view;
  const query = useRead(monitorQuery, { assessment, period, stepMinutes, includeChildren });
  const monitor = query.data;
  const { changes, marks } = useMarkedChanges(monitor?.changes, monitor?.from, MOST_CHANGES);
  const openTime = (fromMs: number, toMs: number): void => {
    const range = { kind: 'between', from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() } as const;
    const question = { ...parseAddress({}), eventType: assessment, includeChildren, range };
    go(hrefOf('/search', undefined, formatAddress(question)));
  };
  const isQuiet = monitor !== undefined && monitor.totals.events === 0 && monitor.previous.events === 0;
  return (
    <div className="stack-3 min-w-0" aria-busy={query.isPlaceholderData}>
      <div className={styles.head}>
        <MonitorFilters
          view={view}
          childCount={childCount}
          onChange={change}
          experiments={may('decisionRules:read') ? <ExperimentChoice assessment={assessment} /> : null}
        />
        {monitor ? (
          <span className={styles.soft}>{common('time.asOf', { time: formats.time(monitor.asOf) })}</span>
        ) : null}
      </div>
      {query.isError && monitor ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <QueryState
        query={query}
        loading={
          <>
            <LoadingBlock height={64} />
            <LoadingBlock height={286} />
          </>
        }
      >
        {(monitor) => (
          <>
            {isQuiet ? (
              <Empty
                title={text('empty.title')}
                body={text('empty.body')}
                action={
                  may('integration:read') ? { text: text('empty.action'), href: hrefOf('/integration') } : undefined
                }
              />
            ) : (
              <>
                <dl className={styles.tiles}>
                  <DecisionTiles
                    title={text('volume')}
                    totals={monitor.totals}
                    previous={monitor.previous}
                    nothingBefore={text('nothingBefore')}
                  />
                </dl>
                <DecisionChart
                  monitor={monitor}
                  asShare={asShare}
                  marks={marks}
                  onPick={may('search:read') ? openTime : undefined}
                />
                <div className={styles.pair}>
                  <RuleTable rules={monitor.rules} />
                  <ClauseTable assessment={assessment} monitor={monitor} />
                </div>
              </>
            )}
            <div className={styles.pair}>
              <RelatedTable related={monitor.related} />
              <Changes changes={changes} asOf={monitor.asOf} />
            </div>
            <Section title={text('scores.title')}>
              <p className={styles.none}>{text('scores.none')}</p>
            </Section>
          </>
        )}
      </QueryState>
    </div>
  );
};
