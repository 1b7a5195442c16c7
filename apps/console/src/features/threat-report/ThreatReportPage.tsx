import { DismissRegular } from '@fluentui/react-icons';
import type { ReportFieldInfo } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ChartGroup, Chip, Empty, QueryState, StaleBar } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { bodyOf, useReportQuestion } from '../../shared/report-charts/report-address.ts';
import { reportQuery } from '../../shared/report-charts/report.queries.ts';
import { MaturityChip } from '../../shared/report-charts/MaturityChip.tsx';
import { ReportFilters } from '../../shared/report-charts/ReportFilters.tsx';
import { ReportLoading } from '../../shared/report-charts/ReportLoading.tsx';
import { ReportSwitches } from '../../shared/report-charts/ReportSwitches.tsx';
import { useFigureFormats } from '../../shared/report-charts/use-figure-formats.ts';
import { useReportChanges } from '../../shared/report-charts/use-report-changes.ts';
import { useReportCurrencies } from '../../shared/report-charts/use-report-currencies.ts';
import { useTablesCommand } from '../../shared/report-charts/use-tables-command.ts';
import { useReportSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { AddToList } from './components/AddToList.tsx';
import { EntitySection } from './components/EntitySection.tsx';
import {
  ArrivalChart,
  CHART_PX,
  FraudRateChart,
  MOST_LINES,
  ValuesChart,
  VolumeChart,
} from './components/ThreatCharts.tsx';
import { ThreatTiles } from './components/ThreatTiles.tsx';
import { filtersOf, formatWhere, narrowed, parseWhere } from '../../shared/report-charts/field-where.ts';
import { threatAddress } from './threat-report-address.ts';
import { labelArrivalsQuery, reportFieldsQuery } from './threat-report.queries.ts';
import styles from './threat-report.module.css';
import { useValueNames } from './use-value-names.ts';

const TILES_PX = 64;
/** Nearly every purchase has one. */
const FIRST_FIELD = 'cardType';
const NO_FIELDS: readonly ReportFieldInfo[] = [];

/** Which values carry the fraud, and what changed. */
export const ThreatReportPage = (): ReactNode => {
  const text = useText('threatReport');
  const reports = useText('reports');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const may = useMay();
  const link = useLinkCommand();
  const [address, update] = useAddress(threatAddress);
  const to = (change: Parameters<typeof update>[0]): void => update(change, { replace: true });
  const [asked, change] = useReportQuestion();
  const schedules = useReportSchedules('threatReport', {
    period: asked.period ?? '28d',
    assessment: asked.assessment,
    queueId: null,
  });
  const { currencies, converted, ofAmounts } = useReportCurrencies(asked);
  const question = useMemo(
    () => ({
      ...asked,
      step: asked.step === 'hour' ? ('day' as const) : asked.step,
      currency: asked.view === 'amount' ? ofAmounts : asked.currency,
    }),
    [asked, ofAmounts],
  );
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
  const arrivals = useRead(labelArrivalsQuery, {
    assessment: question.assessment,
    from: question.from,
    to: question.to,
    step: question.step,
    includeChildren: question.includeChildren,
    filters: [
      ...(question.currency === null ? [] : [{ dimension: 'currency' as const, values: [question.currency] }]),
      ...filters,
    ],
  });
  const { marks } = useReportChanges(question);
  const figures = useFigureFormats({ ...question, currency: question.currency ?? converted ?? null });
  const { data } = query;
  const opens = may('search:read');
  const asTable = address.as === 'table';
  const tables = useTablesCommand(asTable, () => to({ as: asTable ? undefined : 'table' }));
  const chart = { question, filters, formats: figures, opens, asTable };
  const field =
    fields.find(({ name }) => name === address.by) ?? fields.find(({ name }) => name === FIRST_FIELD) ?? fields[0];
  const isEmpty = data?.total.total.counts.events === 0;
  return (
    <ConsolePage
      title={routes('reportThreats.title')}
      chips={<MaturityChip maturity={data?.maturity} />}
      aside={data ? common('time.asOf', { time: formats.time(data.asOf) }) : null}
      commands={[link, schedules.command, tables]}
      commandsEnd={
        <ReportSwitches question={question} onChange={change} hasAmounts={currencies.length > 0} least="day" />
      }
      filters={
        <>
          <ReportFilters question={question} onChange={change} currencies={currencies} converted={converted} />
          {where.map((each) => (
            <Chip
              key={each.field}
              pressed
              icon={DismissRegular}
              title={text('widen')}
              onSelect={() => to({ where: formatWhere(where.filter((other) => other !== each)) })}
            >
              {text('where', { field: names.field(each.field), value: names.value(each.field, each.value) })}
            </Chip>
          ))}
        </>
      }
    >
      {address.list === undefined || field === undefined ? null : (
        <AddToList
          key={address.list}
          value={address.list}
          name={names.value(field.name, address.list)}
          onClose={() => to({ list: undefined })}
        />
      )}
      {schedules.panel}
      {query.isError && data ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <QueryState query={query} loading={<ReportLoading heights={[TILES_PX, CHART_PX, CHART_PX]} />}>
        {(report) =>
          isEmpty ? (
            <Empty
              title={reports('empty.title')}
              body={reports('empty.body')}
              action={
                where.length > 0
                  ? { text: text('widenAll'), onSelect: () => to({ where: undefined }) }
                  : may('integration:read')
                    ? { text: reports('empty.action'), href: hrefOf('/integration') }
                    : undefined
              }
            />
          ) : (
            <div className={styles.page} aria-busy={query.isPlaceholderData}>
              <ThreatTiles report={report} {...chart} />
              <ChartGroup>
                <div className={styles.pair}>
                  <VolumeChart {...chart} query={query} marks={marks} />
                  <FraudRateChart {...chart} query={query} />
                  <ArrivalChart {...chart} arrivals={arrivals} report={report} />
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
                    measure={address.of}
                    names={names}
                    onField={(by) => to({ by })}
                    onMeasure={(of) => to({ of })}
                    onNarrow={(value) => to({ where: formatWhere(narrowed(where, { field: field.name, value })) })}
                    onList={(list) => to({ list, by: field.name })}
                  />
                )}
              </ChartGroup>
            </div>
          )
        }
      </QueryState>
    </ConsolePage>
  );
};
