import { scoreRows } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChartGroup, Empty, PageTabs } from '@redoubt/ui';
import { useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { useOpensSearch } from '../../shared/search/search-switch.tsx';
import { hrefOf, useAddressBy, type RawSearch } from '../../routes/address.ts';
import { useReportFilters } from '../../shared/report-charts/filters/use-report-filters.tsx';
import { NoEvents } from '../../shared/report-charts/NoEvents.tsx';
import { amountsOf, bodyOf, useDayQuestion } from '../../shared/report-charts/report-address.ts';
import { reportQuery } from '../../shared/report-charts/report.queries.ts';
import { ReportPage } from '../../shared/report-charts/ReportPage.tsx';
import { useFigureFormats } from '../../shared/report-charts/use-figure-formats.ts';
import { useEventsByCurrency, useReportMoney } from '../../shared/report-charts/use-report-money.ts';
import { useExportCommand } from '../../shared/report-charts/use-export-command.ts';
import { useTablesCommand } from '../../shared/report-charts/use-tables-command.ts';
import { useQuestionSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { DistributionTab } from './components/DistributionTab.tsx';
import { OperationTab } from './components/OperationTab.tsx';
import { TunerTab } from './components/TunerTab.tsx';
import { ProfitTab } from './components/ProfitTab.tsx';
import { binsQuestion, scoreAddress, TABS } from './score-report-address.ts';
import { unscoredOf } from './score-bins.ts';

const CHART_PX = 230;
const ALL_BINS = 101;

/** What scores say: how they are spread, what a cut-off among them would stop, and where it would earn most. */
export const ScoreReportPage = (): ReactNode => {
  const text = useText('scoreReport');
  const reports = useText('reports');
  const routes = useText('routes');
  const may = useMay();
  const [address, update] = useAddressBy(scoreAddress);
  const [asked, change] = useDayQuestion('scoreReport');
  const narrowing = useReportFilters('scoreReport', asked, change);
  const schedules = useQuestionSchedules('scoreReport', asked);
  const { currencies, converted, ofAmounts, formats, ...shown } = useReportMoney(asked, useEventsByCurrency(asked));
  const question = useMemo(() => ({ ...shown.question, compare: 'none' as const }), [shown.question]);
  // Of each bin of every bar no more is asked for than curves need: they are a hundred times as many figures.
  const bins = { by: 'score' as const, measures: ['events', 'fraud'] as ('events' | 'fraud')[], most: ALL_BINS };
  // Other tabs show what a cut-off would earn.
  const amounts = address.tab === 'distribution' ? undefined : amountsOf(question.currency);
  // Without rates they are those of one currency.
  const amountsIn = converted === undefined && question.currency === null ? (ofAmounts ?? undefined) : undefined;
  const query = useRead(reportQuery, bodyOf(question, amounts ? { ...bins, amounts, amountsIn } : bins));
  const ofBins = useRead(reportQuery, binsQuestion(question, address));
  const bin = ofBins.data;
  const exported = useExportCommand('scores', question, bin ? () => scoreRows(bin, question.filters) : null);
  const money = useFigureFormats({ view: 'amount', currency: ofAmounts ?? converted ?? null });
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
    figures: formats,
    money: currencies.length > 0 ? money.volume : null,
    opens: useOpensSearch(),
    asTable,
  };
  const kept: RawSearch = useSearch({ strict: false });
  const unscored = data === undefined ? 0 : unscoredOf(data);
  const scored = (data?.total.total.counts.events ?? 0) - unscored;
  return (
    <ReportPage
      title={routes('reportScores.title')}
      query={query}
      asked={{ question, onChange: change, currencies, converted, least: 'day', compares: false }}
      loading={[CHART_PX, CHART_PX]}
      tables={tables}
      schedules={schedules}
      filters={narrowing.chips}
      commands={[narrowing.command, exported]}
      above={
        <>
          {narrowing.panel}
          <PageTabs
            label={text('tabs')}
            current={address.tab}
            tabs={TABS.filter((id) => id !== 'tuner' || may('decisionRules:read')).map((id) => ({
              id,
              text: text(`tab.${id}`),
              href: hrefOf('/reports/scores', undefined, { ...kept, tab: id }),
            }))}
          />
        </>
      }
      instead={
        address.tab === 'tuner' ? (
          <ChartGroup>
            <div className="stack-4 min-w-0">
              <TunerTab {...part} />
            </div>
          </ChartGroup>
        ) : undefined
      }
      isEmpty={scored <= 0}
      empty={
        question.filters === undefined ? (
          <Empty title={text('empty.title')} body={text('empty.body')} />
        ) : (
          <NoEvents
            title={reports('empty.title')}
            body={reports('empty.body')}
            action={reports('empty.action')}
            widen={{ text: reports('narrow.clear'), onSelect: () => change({ filters: [] }) }}
          />
        )
      }
    >
      {(report) => (
        <>
          {unscored > 0 ? <p className="quiet-small m-0">{text('unscored', { count: unscored })}</p> : null}
          <ChartGroup key={address.tab}>
            {address.tab === 'distribution' ? <DistributionTab {...part} byScore={ofBins} /> : null}
            {address.tab === 'operation' ? <OperationTab {...part} report={report} /> : null}
            {address.tab === 'profit' ? <ProfitTab {...part} report={report} /> : null}
          </ChartGroup>
        </>
      )}
    </ReportPage>
  );
};
