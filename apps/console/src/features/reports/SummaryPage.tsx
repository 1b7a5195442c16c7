import { answersFromSums, summaryRows, type ReportDimension } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { ChartGroup } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useOpensSearch } from '../../shared/search/search-switch.tsx';
import { oneOf, textsOf, useAddressBy, type RawSearch } from '../../routes/address.ts';
import { useReportFilters } from '../../shared/report-charts/filters/use-report-filters.tsx';
import { NoEvents } from '../../shared/report-charts/NoEvents.tsx';
import { bodyOf, useReportQuestion } from '../../shared/report-charts/report-address.ts';
import charts from '../../shared/report-charts/report-charts.module.css';
import { reportQuery } from '../../shared/report-charts/report.queries.ts';
import { ReportPage } from '../../shared/report-charts/ReportPage.tsx';
import { useReportChanges } from '../../shared/report-charts/use-report-changes.ts';
import { useEventsByCurrency, useReportMoney } from '../../shared/report-charts/use-report-money.ts';
import { useExportCommand } from '../../shared/report-charts/use-export-command.ts';
import { useTablesCommand } from '../../shared/report-charts/use-tables-command.ts';
import { useUsualRanges } from '../../shared/report-charts/use-usual-ranges.ts';
import { WhatChanged } from '../../shared/report-charts/WhatChanged.tsx';
import { useQuestionSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { RETURNED, ReturnsChart } from './components/ReturnsChart.tsx';
import { BankChart, DecisionsChart, FraudChart, RATED, StatusChart, VolumeChart } from './components/SummaryCharts.tsx';
import { SummaryTiles } from './components/SummaryTiles.tsx';
import { ValueTable } from './components/ValueTable.tsx';

const TILES_PX = 64;
const CHART_PX = 230;

const APPROVED = [{ dimension: 'decision' as const, values: ['Approve'] }];

const textsIn = textsOf('as', 'returned', 'rated');
const address = (search: RawSearch) => {
  const texts = textsIn(search);
  return {
    as: oneOf(['table'], texts.as),
    /** What chargebacks stand at. */
    returned: oneOf(RETURNED, texts.returned) ?? 'event',
    rated: oneOf(RATED, texts.rated) ?? 'share',
  };
};

/** What a period came to: volume, decisions, fraud, bank and chargebacks, what changed, and where it came from. */
export const SummaryPage = (): ReactNode => {
  const text = useText('reports');
  const routes = useText('routes');
  const { language } = useFormats();
  const provided = useProvidedNames();
  const [{ as, returned, rated }, update] = useAddressBy(address);
  const [asked, change] = useReportQuestion('summaryReport');
  const narrowing = useReportFilters('summaryReport', asked, change);
  const schedules = useQuestionSchedules('summaryReport', asked);
  const asTable = as === 'table';
  const { currencies, converted, question, formats } = useReportMoney(asked, useEventsByCurrency(asked));
  // The file of the page has amounts as well.
  const query = useRead(reportQuery, bodyOf(question, { amounts: 'byCurrency' }));
  const approved = useRead(reportQuery, bodyOf(question, { filters: APPROVED, measures: ['events', 'fraud'] }));
  const changes = useReportChanges(question);
  const usual = useUsualRanges(question);
  const { data } = query;
  const exported = useExportCommand('summary', question, data ? () => summaryRows(data, question.filters) : null);
  const opens = useOpensSearch();
  const tables = useTablesCommand(asTable, () => update({ as: asTable ? undefined : 'table' }, { replace: true }));
  const countryNames = useMemo(
    () => new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }),
    [language],
  );
  const countryOf = (code: string): string =>
    /^[A-Z]{2}$/.test(code) ? `${code}, ${countryNames.of(code) ?? code}` : code || text('table.noCountry');
  const chart = { question, formats, marks: changes.marks, opens, asTable };
  const parts = {
    ...chart,
    rated,
    onRated: (to: typeof rated) => update({ rated: to }, { replace: true }),
  };
  const isTabled = (by: ReportDimension): boolean =>
    answersFromSums({ step: question.step, by, filters: question.filters ?? [] });
  const missing = data?.conversion?.missing.reduce((sum, { events }) => sum + events, 0) ?? 0;
  return (
    <ReportPage
      title={routes('reportSummary.title')}
      query={query}
      asked={{ question, onChange: change, currencies, converted, least: narrowing.least }}
      filters={narrowing.chips}
      above={narrowing.panel}
      loading={[TILES_PX, CHART_PX, CHART_PX]}
      schedules={schedules}
      tables={tables}
      commands={[narrowing.command, exported]}
      isEmpty={data?.total.total.counts.events === 0}
      empty={
        <NoEvents
          title={text('empty.title')}
          body={text('empty.body')}
          action={text('empty.action')}
          widen={
            question.filters === undefined
              ? undefined
              : { text: text('narrow.clear'), onSelect: () => change({ filters: [] }) }
          }
        />
      }
    >
      {(report) => (
        <>
          {missing > 0 && question.view === 'amount' && question.currency === null ? (
            <p className="quiet-small m-0">{text('view.unconverted', { count: missing })}</p>
          ) : null}
          <SummaryTiles report={report} approved={approved.data} question={question} formats={formats} opens={opens} />
          <ChartGroup>
            <div className={charts.main}>
              <div className="stack-3 min-w-0">
                <VolumeChart {...chart} query={query} usual={usual} />
                <DecisionsChart {...parts} query={query} />
              </div>
              <div className={charts.beside}>
                <WhatChanged {...changes} />
                <FraudChart {...chart} rated={rated} query={approved} />
              </div>
            </div>
            <div className={charts.pair}>
              <BankChart {...parts} query={query} />
              <StatusChart {...chart} query={query} />
              <ReturnsChart
                {...chart}
                query={query}
                returned={returned}
                onReturned={(to) => update({ returned: to }, { replace: true })}
              />
            </div>
          </ChartGroup>
          <div className={charts.pair}>
            {isTabled('rule') ? (
              <ValueTable
                title={text('table.rules')}
                head={text('table.rule')}
                by="rule"
                nameOf={(rule) => (rule === '' ? text('table.noRule') : provided.shown(rule))}
                {...{ question, formats, opens }}
              />
            ) : null}
            {isTabled('country') ? (
              <ValueTable
                title={text('table.countries')}
                head={text('table.country')}
                by="country"
                nameOf={countryOf}
                {...{ question, formats, opens }}
              />
            ) : null}
          </div>
        </>
      )}
    </ReportPage>
  );
};
