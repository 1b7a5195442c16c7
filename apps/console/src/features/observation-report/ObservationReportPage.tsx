import type { ObservationKindInfo } from '@redoubt/contracts';
import { DECISIONS, reportFieldOf, observationRows } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ChartGroup, ChoiceChips, decisionFill } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useOpensSearch } from '../../shared/search/search-switch.tsx';
import { useAddressBy, useHrefHere } from '../../routes/address.ts';
import { useReportAlert } from '../../shared/alerts/use-report-alert.ts';
import { filtersOf, formatWhere, narrowed, parseWhere } from '../../shared/report-charts/field-where.ts';
import { NoEvents } from '../../shared/report-charts/NoEvents.tsx';
import { CHART_PX } from '../../shared/report-charts/PeriodChart.tsx';
import { useDayQuestion } from '../../shared/report-charts/report-address.ts';
import charts from '../../shared/report-charts/report-charts.module.css';
import { ReportPage } from '../../shared/report-charts/ReportPage.tsx';
import { useExportCommand } from '../../shared/report-charts/use-export-command.ts';
import { useReportChanges } from '../../shared/report-charts/use-report-changes.ts';
import { MOST_CURRENCIES, useReportMoney } from '../../shared/report-charts/use-report-money.ts';
import { useReportTimes } from '../../shared/report-charts/use-report-times.ts';
import { useTablesCommand } from '../../shared/report-charts/use-tables-command.ts';
import { WhereChips } from '../../shared/report-charts/WhereChips.tsx';
import { useQuestionSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { FieldSection } from './components/FieldSection.tsx';
import { ByChart, DelayChart, MOST_LINES, VolumeChart } from './components/ObservationCharts.tsx';
import { ObservationList } from './components/ObservationList.tsx';
import { ObservationTiles } from './components/ObservationTiles.tsx';
import {
  formatPick,
  observationAddress,
  observationBody,
  parsePick,
  pickFilters,
  type Picked,
} from './observation-report-address.ts';
import { observationKindsQuery, observationsQuery } from './observation-report.queries.ts';
import { useDelayNames } from './use-delay-names.ts';
import { useObservationNames } from './use-observation-names.ts';

const TILES_PX = 64;
const ALL = '';
const NO_KINDS: readonly ObservationKindInfo[] = [];

/** Observations about assessments: how many, what they say, how late they came, and about which decisions. */
export const ObservationReportPage = (): ReactNode => {
  const text = useText('observationReport');
  const reports = useText('reports');
  const routes = useText('routes');
  const common = useText('common');
  const hrefHere = useHrefHere();
  const delayName = useDelayNames();
  const [address, update] = useAddressBy(observationAddress);
  const to = (change: Parameters<typeof update>[0]): void => update(change, { replace: true });
  const [asked, change] = useDayQuestion();
  const schedules = useQuestionSchedules('observationReport', asked);
  const byCurrency = useRead(
    observationsQuery,
    observationBody({ ...asked, currency: null }, [], { by: 'currency', most: MOST_CURRENCIES, compare: 'none' }),
  );
  const { currencies, converted, question, formats } = useReportMoney(asked, byCurrency.data);

  const known = useRead(observationKindsQuery, question.assessment);
  const kinds = known.data?.kinds ?? NO_KINDS;
  const kind = kinds.find((each) => each.kind === address.kind);
  const field = kind?.fields.find(({ name }) => name === address.by) ?? kind?.fields[0];
  const where = kind === undefined ? [] : parseWhere(address.where);
  const names = useObservationNames(kinds, kind);
  const ofKind = pickFilters(kind === undefined ? [] : [{ dimension: 'observation', value: kind.kind }]);
  const filters = [...ofKind, ...filtersOf(where)];
  const body = (own?: Parameters<typeof observationBody>[2]) => observationBody(question, filters, own);
  const query = useRead(observationsQuery, body());
  const delays = useRead(observationsQuery, body({ axis: 'delay', compare: 'none' }));
  const byKind = useRead(observationsQuery, body({ by: 'observation', most: MOST_LINES, compare: 'none' }));
  const linked = useRead(observationsQuery, body({ by: 'linked', compare: 'none' }));
  const decisions = useRead(observationsQuery, body({ by: 'decision', compare: 'none' }));
  const { data: ofKinds } = byKind;
  const exported = useExportCommand('observations', question, ofKinds ? () => observationRows(ofKinds) : null);
  const { marks } = useReportChanges(question);
  const { formatBucket } = useReportTimes(question.step);
  const asTable = address.as === 'table';
  const tables = useTablesCommand(asTable, () => to({ as: asTable ? undefined : 'table' }));
  const opens = useOpensSearch();
  const listHref = opens
    ? (at: string | undefined, picked: readonly Picked[]) => hrefHere({ at, pick: formatPick(picked) })
    : null;
  const chart = { question, formats, asTable, listHref };
  const alertOf = useReportAlert(question);
  // An alert watches all kinds.
  const isWhole = kind === undefined;
  const linkedName = (value: string): string => text(value === 'true' ? 'linked.yes' : 'linked.no');
  const decisionName = (value: string): string => {
    const decision = DECISIONS.find((each) => each === value);
    return decision === undefined ? text('linked.no') : common(`decision.${decision}`);
  };
  const picked = parsePick(address.pick);
  const pickName = ({ dimension, value }: Picked): string => {
    const of = reportFieldOf(dimension);
    if (of !== null) return names.value(of, value);
    if (dimension === 'observation') return names.kind(value);
    if (dimension === 'linked') return linkedName(value);
    if (dimension === 'decision') return decisionName(value);
    if (dimension === 'delay') return delayName(Number(value));
    return value === '' ? text('scores.none') : `${value} – ${Number(value) + 99}`;
  };
  const barMs = Date.parse(address.at ?? '');
  const narrowing = [
    ...(Number.isNaN(barMs) ? [] : [formatBucket({ fromMs: barMs, toMs: barMs })]),
    ...picked.map(pickName),
  ];
  const clear = { at: undefined, pick: undefined };
  const ask: typeof change = (changed) => {
    change(changed);
    if (changed.assessment !== undefined) to({ ...clear, kind: undefined, by: undefined, where: undefined });
  };
  return (
    <ReportPage
      title={routes('reportObservations.title')}
      query={query}
      asked={{ question, onChange: ask, currencies, converted, least: 'day' }}
      loading={[TILES_PX, CHART_PX, CHART_PX]}
      commands={[exported]}
      schedules={schedules}
      tables={tables}
      filters={
        <>
          <ChoiceChips
            label={text('kinds')}
            choices={[ALL, ...kinds.map((each) => each.kind)]}
            chosen={kind?.kind ?? ALL}
            nameOf={(each) => (each === ALL ? text('allKinds') : names.kind(each))}
            onChoose={(each) =>
              to({ ...clear, kind: each === ALL ? undefined : each, by: undefined, where: undefined })
            }
          />
          <WhereChips where={where} names={names} onChange={(next) => to({ where: next })} />
        </>
      }
      isEmpty={query.data?.total.total.observations === 0}
      empty={
        <NoEvents
          title={text('empty.title')}
          body={text('empty.body')}
          action={reports('empty.action')}
          widen={where.length > 0 ? { text: text('empty.widen'), onSelect: () => to({ where: undefined }) } : undefined}
        />
      }
    >
      {(report) => (
        <>
          <ObservationTiles
            report={report}
            delays={delays.data}
            question={question}
            formats={formats}
            orphansHref={listHref?.(undefined, [{ dimension: 'linked', value: 'false' }]) ?? null}
          />
          <ChartGroup>
            <div className={charts.pair}>
              <VolumeChart
                {...chart}
                query={query}
                marks={marks}
                alertHref={isWhole ? alertOf('observationCount') : undefined}
              />
              {kind === undefined ? (
                <ByChart
                  {...chart}
                  query={byKind}
                  title={text('byKind.title')}
                  meta={text('byKind.meta')}
                  by="observation"
                  nameOf={names.kind}
                  file="observations-kinds"
                />
              ) : null}
              <DelayChart {...chart} query={delays} />
              <ByChart
                {...chart}
                query={decisions}
                title={text('decisions.title')}
                meta={text('decisions.meta')}
                by="decision"
                nameOf={decisionName}
                fillOf={(value) => {
                  const decision = DECISIONS.find((each) => each === value);
                  return decision === undefined ? 'var(--chart-bar)' : decisionFill(decision);
                }}
                file="observations-decisions"
              />
              <ByChart
                {...chart}
                query={linked}
                title={text('linked.title')}
                meta={text('linked.meta')}
                by="linked"
                nameOf={linkedName}
                fillOf={(value) => (value === 'true' ? 'var(--chart-1)' : 'var(--chart-bar)')}
                file="observations-linked"
                alertHref={isWhole ? alertOf('orphanPercent') : undefined}
              />
            </div>
            {kind === undefined || field === undefined ? (
              <p className="quiet m-0">{text('chooseKind')}</p>
            ) : (
              <FieldSection
                {...chart}
                kind={kind}
                field={field.name}
                filters={filtersOf(where)}
                names={names}
                onField={(by) => to({ ...clear, by })}
                onNarrow={(value) =>
                  to({ ...clear, where: formatWhere(narrowed(where, { field: field.name, value })) })
                }
              />
            )}
          </ChartGroup>
          {opens ? (
            <ObservationList
              question={question}
              filters={[...filters, ...pickFilters(picked)]}
              at={address.at}
              narrowed={narrowing}
              names={names}
              onWiden={() => to(clear)}
            />
          ) : null}
        </>
      )}
    </ReportPage>
  );
};
