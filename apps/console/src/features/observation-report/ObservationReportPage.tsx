import { DismissRegular } from '@fluentui/react-icons';
import type { ObservationKindInfo } from '@redoubt/contracts';
import { DECISIONS, reportFieldOf } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ChartGroup, Chip, ChoiceChips, decisionFill, Empty, QueryState, StaleBar } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { hrefOf, useAddress, useHrefHere } from '../../routes/address.ts';
import { useReportAlert } from '../../shared/alerts/use-report-alert.ts';
import { filtersOf, formatWhere, narrowed, parseWhere } from '../../shared/report-charts/field-where.ts';
import { useReportQuestion } from '../../shared/report-charts/report-address.ts';
import { ReportFilters } from '../../shared/report-charts/ReportFilters.tsx';
import { ReportLoading } from '../../shared/report-charts/ReportLoading.tsx';
import { ReportSwitches } from '../../shared/report-charts/ReportSwitches.tsx';
import { useFigureFormats } from '../../shared/report-charts/use-figure-formats.ts';
import { useReportChanges } from '../../shared/report-charts/use-report-changes.ts';
import { useReportTimes } from '../../shared/report-charts/use-report-times.ts';
import { useTablesCommand } from '../../shared/report-charts/use-tables-command.ts';
import { useReportSchedules } from '../../shared/report-schedules/use-report-schedules.tsx';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { FieldSection } from './components/FieldSection.tsx';
import { ByChart, CHART_PX, DelayChart, MOST_LINES, VolumeChart } from './components/ObservationCharts.tsx';
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
import styles from './observation-report.module.css';
import { useDelayNames } from './use-delay-names.ts';
import { useObservationNames } from './use-observation-names.ts';

const TILES_PX = 64;
const MOST_CURRENCIES = 50;
const ALL = '';
const NO_KINDS: readonly ObservationKindInfo[] = [];

/** What was told about assessments later: how much, what it says, how long it took, and about which decisions. */
export const ObservationReportPage = (): ReactNode => {
  const text = useText('observationReport');
  const threats = useText('threatReport');
  const reports = useText('reports');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const may = useMay();
  const link = useLinkCommand();
  const hrefHere = useHrefHere();
  const delayName = useDelayNames();
  const [address, update] = useAddress(observationAddress);
  const to = (change: Parameters<typeof update>[0]): void => update(change, { replace: true });
  const [asked, change] = useReportQuestion();
  const schedules = useReportSchedules('observationReport', {
    period: asked.period ?? '28d',
    assessment: asked.assessment,
    queueId: null,
  });
  const days = useMemo(() => ({ ...asked, step: asked.step === 'hour' ? ('day' as const) : asked.step }), [asked]);
  const money = useRead(
    observationsQuery,
    observationBody({ ...days, currency: null }, [], { by: 'currency', most: MOST_CURRENCIES, compare: 'none' }),
  );
  const currencies = useMemo(() => (money.data?.series ?? []).flatMap(({ value }) => value || []), [money.data]);
  const converted = money.data?.conversion?.currency;
  const ofAmounts = days.currency ?? (converted === undefined ? (currencies[0] ?? null) : null);
  const question = useMemo(
    () => ({ ...days, currency: days.view === 'amount' ? ofAmounts : days.currency }),
    [days, ofAmounts],
  );

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
  const { marks } = useReportChanges(question);
  const figures = useFigureFormats({ ...question, currency: question.currency ?? converted ?? null });
  const { formatBucket } = useReportTimes(question.step);
  const { data } = query;
  const asTable = address.as === 'table';
  const tables = useTablesCommand(asTable, () => to({ as: asTable ? undefined : 'table' }));
  const opens = may('search:read');
  const listHref = opens
    ? (at: string | undefined, picked: readonly Picked[]) => hrefHere({ at, pick: formatPick(picked) })
    : null;
  const chart = { question, formats: figures, asTable, listHref };
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
  const isEmpty = data?.total.total.observations === 0;
  return (
    <ConsolePage
      title={routes('reportObservations.title')}
      aside={data ? common('time.asOf', { time: formats.time(data.asOf) }) : null}
      commands={[link, schedules.command, tables]}
      commandsEnd={
        <ReportSwitches question={question} onChange={change} hasAmounts={currencies.length > 0} least="day" />
      }
      filters={
        <>
          <ReportFilters
            question={question}
            onChange={(changed) => {
              change(changed);
              if (changed.assessment !== undefined) to({ ...clear, kind: undefined, by: undefined, where: undefined });
            }}
            currencies={currencies}
            converted={converted}
          />
          <ChoiceChips
            label={text('kinds')}
            choices={[ALL, ...kinds.map((each) => each.kind)]}
            chosen={kind?.kind ?? ALL}
            nameOf={(each) => (each === ALL ? text('allKinds') : names.kind(each))}
            onChoose={(each) =>
              to({ ...clear, kind: each === ALL ? undefined : each, by: undefined, where: undefined })
            }
          />
          {where.map((each) => (
            <Chip
              key={each.field}
              pressed
              icon={DismissRegular}
              title={threats('widen')}
              onSelect={() => to({ where: formatWhere(where.filter((other) => other !== each)) })}
            >
              {threats('where', { field: names.field(each.field), value: names.value(each.field, each.value) })}
            </Chip>
          ))}
        </>
      }
    >
      {schedules.panel}
      {query.isError && data ? <StaleBar since={query.dataUpdatedAt} /> : null}
      <QueryState query={query} loading={<ReportLoading heights={[TILES_PX, CHART_PX, CHART_PX]} />}>
        {(report) =>
          isEmpty ? (
            <Empty
              title={text('empty.title')}
              body={text('empty.body')}
              action={
                where.length > 0
                  ? { text: text('empty.widen'), onSelect: () => to({ where: undefined }) }
                  : may('integration:read')
                    ? { text: reports('empty.action'), href: hrefOf('/integration') }
                    : undefined
              }
            />
          ) : (
            <div className={styles.page} aria-busy={query.isPlaceholderData}>
              <ObservationTiles
                report={report}
                delays={delays.data}
                question={question}
                formats={figures}
                orphansHref={listHref?.(undefined, [{ dimension: 'linked', value: 'false' }]) ?? null}
              />
              <ChartGroup>
                <div className={styles.pair}>
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
                      none={reports('none')}
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
                    none={reports('none')}
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
                    none={reports('none')}
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
            </div>
          )
        }
      </QueryState>
    </ConsolePage>
  );
};
