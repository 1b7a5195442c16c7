import type { ReportFieldInfo } from '@redoubt/contracts';
import { fieldDimension, MAX_REPORT_SERIES, threatRows } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChartGroup, QueryState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useOpensSearch } from '../../shared/search/search-switch.tsx';
import { useAddressBy } from '../../routes/address.ts';
import { useReportAlert } from '../../shared/alerts/use-report-alert.ts';
import { useReportFilters } from '../../shared/report-charts/filters/use-report-filters.tsx';
import { EventsChart } from '../../shared/report-charts/EventsChart.tsx';
import { filtersOf, formatWhere, narrowed, parseWhere } from '../../shared/report-charts/field-where.ts';
import { FraudRateChart } from '../../shared/report-charts/FraudRateChart.tsx';
import { NoEvents } from '../../shared/report-charts/NoEvents.tsx';
import { CHART_PX } from '../../shared/report-charts/PeriodChart.tsx';
import { bodyOf, useDayQuestion } from '../../shared/report-charts/report-address.ts';
import charts from '../../shared/report-charts/report-charts.module.css';
import { reportFieldsQuery, reportQuery } from '../../shared/report-charts/report.queries.ts';
import { ReportPage } from '../../shared/report-charts/ReportPage.tsx';
import { useReportChanges } from '../../shared/report-charts/use-report-changes.ts';
import { useEventsByCurrency, useReportMoney } from '../../shared/report-charts/use-report-money.ts';
import { useExportCommand } from '../../shared/report-charts/use-export-command.ts';
import { useTablesCommand } from '../../shared/report-charts/use-tables-command.ts';
import { useValueNames } from '../../shared/report-charts/use-value-names.ts';
import { WhereChips } from '../../shared/report-charts/WhereChips.tsx';
import { AddToList } from '../../shared/lists/AddToList.tsx';
import { useQuestionSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { EntitySection } from './components/EntitySection.tsx';
import { ArrivalChart } from './components/ThreatCharts.tsx';
import { MOST_LINES, ValuesChart } from '../../shared/report-charts/ValuesChart.tsx';
import { ThreatTiles } from './components/ThreatTiles.tsx';
import { threatAddress } from './threat-report-address.ts';
import { arrivalsBody } from './threat-report.queries.ts';

const TILES_PX = 64;
/** Nearly every purchase has one. */
const FIRST_FIELD = 'cardType';
const NO_FIELDS: readonly ReportFieldInfo[] = [];

/** Which values carry the fraud, and what changed. */
export const ThreatReportPage = (): ReactNode => {
  const text = useText('threatReport');
  const reports = useText('reports');
  const lists = useText('lists');
  const routes = useText('routes');
  const [address, update] = useAddressBy(threatAddress);
  const to = (change: Parameters<typeof update>[0]): void => update(change, { replace: true });
  const [asked, change] = useDayQuestion('threatReport');
  const narrowing = useReportFilters('threatReport', asked, change);
  const schedules = useQuestionSchedules('threatReport', asked);
  const { currencies, converted, question, formats } = useReportMoney(asked, useEventsByCurrency(asked));
  const known = useRead(reportFieldsQuery, question.assessment);
  const fields = known.data?.fields ?? NO_FIELDS;
  const names = useValueNames(fields);
  const where = parseWhere(address.where);
  const filters = filtersOf(where);
  const query = useRead(reportQuery, bodyOf(question, { filters: [...filters] }));
  const statuses = useRead(
    reportQuery,
    bodyOf(question, {
      by: 'status',
      filters: [...filters, { dimension: 'label', values: ['Fraud'] }],
      measures: ['events', 'fraud'],
      most: MOST_LINES,
      compare: 'none',
    }),
  );
  const { marks } = useReportChanges(question);
  const alertOf = useReportAlert(question);
  const opens = useOpensSearch();
  const asTable = address.as === 'table';
  const tables = useTablesCommand(asTable, () => to({ as: asTable ? undefined : 'table' }));
  const chart = { question, filters, formats, opens, asTable };
  const field =
    fields.find(({ name }) => name === address.by) ?? fields.find(({ name }) => name === FIRST_FIELD) ?? fields[0];
  const by = field === undefined ? null : fieldDimension(field.name);
  const values = useRead(
    reportQuery,
    bodyOf(question, { by, filters: [...filters], measures: ['events', 'fraud'], most: MAX_REPORT_SERIES }),
  );
  const arrivals = arrivalsBody(question, filters);
  const { data: report } = values;
  const exported = useExportCommand(
    `threats-${field?.name ?? ''}`,
    question,
    field && report
      ? () => threatRows([{ name: field.name, report }], [...(question.filters ?? []), ...filters])
      : null,
  );
  return (
    <ReportPage
      title={routes('reportThreats.title')}
      query={query}
      asked={{ question, onChange: change, currencies, converted, least: 'day' }}
      loading={[TILES_PX, CHART_PX, CHART_PX]}
      schedules={schedules}
      tables={tables}
      commands={[narrowing.command, exported]}
      filters={
        <>
          {narrowing.chips}
          <WhereChips where={where} names={names} onChange={(next) => to({ where: next })} />
        </>
      }
      above={
        <>
          {narrowing.panel}
          {address.list === undefined || field === undefined ? null : (
            <AddToList
              key={address.list}
              title={lists('addRows.title', { value: names.value(field.name, address.list) })}
              parts={[{ id: 'value', name: '', values: [address.list] }]}
              onClose={() => to({ list: undefined })}
            />
          )}
        </>
      }
      isEmpty={query.data?.total.total.counts.events === 0}
      empty={
        <NoEvents
          title={reports('empty.title')}
          body={reports('empty.body')}
          action={reports('empty.action')}
          widen={
            where.length > 0
              ? { text: text('widenAll'), onSelect: () => to({ where: undefined }) }
              : question.filters === undefined
                ? undefined
                : { text: reports('narrow.clear'), onSelect: () => change({ filters: [] }) }
          }
        />
      }
    >
      {(report) => (
        <>
          <ThreatTiles report={report} {...chart} />
          <ChartGroup>
            <div className={charts.pair}>
              <EventsChart
                {...chart}
                title={text('volume.title')}
                meta={reports('volume.meta')}
                query={query}
                marks={marks}
                file="threats-volume"
              />
              <FraudRateChart
                {...chart}
                title={text('rateOverTime.title')}
                meta={text(query.data?.maturity ? 'rateOverTime.metaArrived' : 'rateOverTime.meta')}
                query={query}
                file="threats-fraud-rate"
                // An alert watches all values.
                alertHref={filters.length === 0 ? alertOf('fraudPercent') : undefined}
              />
              {arrivals === null ? null : <ArrivalChart {...chart} body={arrivals} report={report} />}
              <ValuesChart
                {...chart}
                query={statuses}
                title={text('statuses.title')}
                meta={text('statuses.meta')}
                measure="fraud"
                by="status"
                nameOf={(value) => value || text('statuses.noStatus')}
                file="threats-status"
                none={reports('fraud.none')}
              />
            </div>
            {known.isError && fields.length === 0 ? (
              <QueryState query={known} compact>
                {() => null}
              </QueryState>
            ) : field === undefined ? (
              known.isPending ? null : (
                <p className="quiet m-0">{text('noFields')}</p>
              )
            ) : (
              <EntitySection
                {...chart}
                fields={fields}
                field={field}
                query={values}
                measure={address.of}
                names={names}
                onField={(by) => to({ by })}
                onMeasure={(of) => to({ of })}
                onNarrow={(value) => to({ where: formatWhere(narrowed(where, { field: field.name, value })) })}
                onList={(list) => to({ list, by: field.name })}
              />
            )}
          </ChartGroup>
        </>
      )}
    </ReportPage>
  );
};
