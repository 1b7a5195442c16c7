import { AppsListRegular, SearchRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, ErrorState, Loading, LoadingBlock, StaleBar, type Command } from '@redoubt/ui';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddressBy, useGo, type RawSearch } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { listHref } from '../../shared/rules/links.ts';
import { formatAddress, parseAddress } from '../../shared/search/search-address.ts';
import { useChildCount } from '../../shared/search/use-child-count.ts';
import { Access } from './components/Access.tsx';
import { Changes } from '../../shared/reports/Changes.tsx';
import { DayChart } from './components/DayChart.tsx';
import { Drafts } from './components/Drafts.tsx';
import { FirstEvent } from './components/FirstEvent.tsx';
import { Ids } from './components/Ids.tsx';
import { NothingToday } from './components/NothingToday.tsx';
import { TodayNumbers } from './components/TodayNumbers.tsx';
import { TourCards } from './components/TourCards.tsx';
import { TopClauses } from './components/TopClauses.tsx';
import styles from './dashboard-page.module.css';
import { dashboardQuery, REFRESH_MS } from '../../shared/reports/dashboard.queries.ts';
import { useMarkedChanges } from '../../shared/reports/use-marked-changes.ts';

const STALE_AFTER_MS = 60_000;
const MOST_CHANGES = 7;

const readAddress = ({ children }: RawSearch) => ({ children: children === 'no' ? children : undefined });

/** Where am I, is traffic normal, what changed, what waits for me: three looks. */
export const DashboardPage = () => {
  const text = useText('dashboard');
  const common = useText('common');
  const formats = useFormats();
  const go = useGo();
  const may = useMay();
  const childCount = useChildCount();
  const [{ children }, update] = useAddressBy(readAddress);
  const includeChildren = children !== 'no';
  const utcOffsetMinutes = formats.timeZone === 'utc' ? 0 : -new Date().getTimezoneOffset();
  const query = useRead(dashboardQuery, { includeChildren, utcOffsetMinutes });
  const dashboard = query.data;
  const { changes, marks } = useMarkedChanges(dashboard?.changes, dashboard?.since, MOST_CHANGES);

  const isStale = query.failureCount > 0 && Date.now() - query.dataUpdatedAt > STALE_AFTER_MS;
  const isQuiet = dashboard !== undefined && dashboard.totals.events === 0 && dashboard.previous.events === 0;
  const commands: readonly Command[] = [
    ...(may('search:read')
      ? [{ id: 'search', text: text('searchEvents'), icon: SearchRegular, keys: 'g s', href: hrefOf('/search') }]
      : []),
    ...(may('decisionRules:write')
      ? [{ id: 'rule', text: text('rules'), icon: AppsListRegular, keys: 'g r', href: listHref('purchase') }]
      : []),
  ];
  const openTime = (fromMs: number, toMs: number): void => {
    const range = { kind: 'between', from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() } as const;
    go(hrefOf('/search', undefined, formatAddress({ ...parseAddress({}), includeChildren, range })));
  };
  return (
    <ConsolePage
      title={text('title')}
      fill
      bleed
      commands={commands}
      chips={
        childCount > 0 ? (
          <Chip
            pressed={includeChildren}
            onSelect={() => update({ children: includeChildren ? 'no' : undefined }, { replace: true })}
          >
            {includeChildren
              ? common('environment.includesChildren', { count: childCount })
              : common('environment.withoutChildren')}
          </Chip>
        ) : null
      }
      aside={
        dashboard
          ? `${common('time.asOf', { time: formats.time(dashboard.asOf) })} · ${common('time.refreshesEvery', { seconds: REFRESH_MS / 1000 })}`
          : null
      }
    >
      {dashboard && isStale ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <div className={styles.looks}>
        <div className={styles.main}>
          {dashboard ? (
            isQuiet ? (
              may('integration:read') ? (
                <FirstEvent />
              ) : (
                <NothingToday />
              )
            ) : (
              <>
                <h2 className={styles.heading}>
                  {text('today.title')} <span>{text('today.meta')}</span>
                </h2>
                <TodayNumbers dashboard={dashboard} />
                <DayChart dashboard={dashboard} marks={marks} onPick={openTime} />
              </>
            )
          ) : query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <>
              <LoadingBlock height={84} />
              <div className={styles.gap} />
              <LoadingBlock height={315} />
            </>
          )}
          {isQuiet ? null : (
            <div className={styles.pair}>
              {dashboard ? (
                <>
                  <TopClauses dashboard={dashboard} />
                  <Changes changes={changes} asOf={dashboard.asOf} />
                </>
              ) : query.isError ? null : (
                <>
                  <Loading rows={6} rowHeight={30} columns={[3, 1]} />
                  <Loading rows={6} rowHeight={30} columns={[1, 3]} />
                </>
              )}
            </div>
          )}
        </div>
        <div className={styles.aside}>
          {query.isPending ? (
            <Loading rows={8} columns={[2, 3]} />
          ) : (
            <>
              {dashboard ? <Drafts dashboard={dashboard} nowMs={Date.parse(dashboard.asOf)} /> : null}
              <TourCards />
              <Access />
              <Ids />
            </>
          )}
        </div>
      </div>
    </ConsolePage>
  );
};
