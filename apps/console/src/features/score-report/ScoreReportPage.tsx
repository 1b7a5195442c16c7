import { useFormats, useText } from '@redoubt/i18n';
import { ChartGroup, Empty, PageTabs, QueryState, StaleBar } from '@redoubt/ui';
import { useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress, type RawSearch } from '../../routes/address.ts';
import { bodyOf, useReportQuestion } from '../../shared/report-charts/report-address.ts';
import { reportQuery } from '../../shared/report-charts/report.queries.ts';
import { MaturityChip } from '../../shared/report-charts/MaturityChip.tsx';
import { ReportFilters } from '../../shared/report-charts/ReportFilters.tsx';
import { ReportLoading } from '../../shared/report-charts/ReportLoading.tsx';
import { ReportSwitches } from '../../shared/report-charts/ReportSwitches.tsx';
import { useFigureFormats } from '../../shared/report-charts/use-figure-formats.ts';
import { useReportCurrencies } from '../../shared/report-charts/use-report-currencies.ts';
import { useTablesCommand } from '../../shared/report-charts/use-tables-command.ts';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { DistributionTab } from './components/DistributionTab.tsx';
import { OperationTab } from './components/OperationTab.tsx';
import { TunerTab } from './components/TunerTab.tsx';
import { ProfitTab } from './components/ProfitTab.tsx';
import { scoreAddress, TABS } from './score-report-address.ts';
import { unscoredOf } from './score-bins.ts';
import styles from './score-report.module.css';

const CHART_PX = 230;
const ALL_BINS = 101;

/** What scores say: how they are spread, what a cut-off among them would stop, and where it would earn most. */
export const ScoreReportPage = (): ReactNode => {
  const text = useText('scoreReport');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const may = useMay();
  const link = useLinkCommand();
  const [address, update] = useAddress(scoreAddress);
  const [asked, change] = useReportQuestion();
  const { currencies, converted, ofAmounts } = useReportCurrencies(asked);
  const question = useMemo(
    () => ({
      ...asked,
      compare: 'none' as const,
      step: asked.step === 'hour' ? ('day' as const) : asked.step,
      currency: asked.view === 'amount' ? ofAmounts : asked.currency,
    }),
    [asked, ofAmounts],
  );
  // Of each bin of every bar no more is asked for than curves need: they are a hundred times as many figures.
  const query = useRead(reportQuery, bodyOf(question, { by: 'score', measures: ['events', 'fraud'], most: ALL_BINS }));
  const moneyOf = (currency: string | null) => ({ view: 'amount' as const, currency: currency ?? converted ?? null });
  const figures = useFigureFormats({ ...question, currency: question.currency ?? converted ?? null });
  const money = useFigureFormats(moneyOf(ofAmounts));
  const { data } = query;
  const maturity = data?.maturity ?? null;
  const asTable = address.as === 'table';
  const tables = useTablesCommand(asTable, () => update({ as: asTable ? undefined : 'table' }, { replace: true }));
  const isWeighed = address.labels === 'expected' && maturity !== null;
  const part = {
    query,
    question,
    address,
    update: (to: Partial<typeof address>) => update(to, { replace: true }),
    choice: { isWeighed, currency: ofAmounts },
    figures,
    money: currencies.length > 0 ? money.volume : null,
    opens: may('search:read'),
    asTable,
  };
  const kept: RawSearch = useSearch({ strict: false });
  const unscored = data === undefined ? 0 : unscoredOf(data);
  const scored = (data?.total.total.counts.events ?? 0) - unscored;
  return (
    <ConsolePage
      title={routes('reportScores.title')}
      chips={<MaturityChip maturity={maturity} />}
      aside={data ? common('time.asOf', { time: formats.time(data.asOf) }) : null}
      commands={[link, tables]}
      commandsEnd={
        <ReportSwitches question={question} onChange={change} hasAmounts={currencies.length > 0} least="day" />
      }
      filters={
        <ReportFilters
          question={question}
          onChange={change}
          currencies={currencies}
          converted={converted}
          compares={false}
        />
      }
    >
      {query.isError && data ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <PageTabs
        label={text('tabs')}
        current={address.tab}
        tabs={TABS.filter((id) => id !== 'tuner' || may('decisionRules:read')).map((id) => ({
          id,
          text: text(`tab.${id}`),
          href: hrefOf('/reports/scores', undefined, { ...kept, tab: id }),
        }))}
      />
      {address.tab === 'tuner' ? (
        <div className={styles.page}>
          <ChartGroup>
            <TunerTab {...part} />
          </ChartGroup>
        </div>
      ) : (
        <QueryState query={query} loading={<ReportLoading heights={[CHART_PX, CHART_PX]} />}>
          {(report) =>
            scored <= 0 ? (
              <Empty title={text('empty.title')} body={text('empty.body')} />
            ) : (
              <div className={styles.page} aria-busy={query.isPlaceholderData}>
                {unscored > 0 ? <p className="quiet-small m-0">{text('unscored', { count: unscored })}</p> : null}
                <ChartGroup key={address.tab}>
                  {address.tab === 'distribution' ? <DistributionTab {...part} /> : null}
                  {address.tab === 'operation' ? <OperationTab {...part} report={report} /> : null}
                  {address.tab === 'profit' ? <ProfitTab {...part} report={report} /> : null}
                </ChartGroup>
              </div>
            )
          }
        </QueryState>
      )}
    </ConsolePage>
  );
};
