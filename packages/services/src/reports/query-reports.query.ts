import type { BodyOf, queryReports as endpoint, ReportSeries } from '@redoubt/contracts';
import {
  allows,
  barEndMs,
  comparisonShiftMs,
  expectedShare,
  fail,
  isBuiltInAssessment,
  MAX_REPORT_DAYS,
  MAX_REPORT_HOUR_DAYS,
  maturityCurve,
  reportBars,
  reportSpan,
  type ReportMeasure,
  type ReportQuery,
} from '@redoubt/domain';
import { DAY_MS, fromMoneyUnits, toMoneyUnits } from '@redoubt/kernel';
import { readLabelDelays, readReportGroups, type ReportGroup, type ReportSums } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';

type Figure = ReportSeries['total']['total'];

/** Scores have a permission of their own: who reads reports without it learns none by groups or filters either. */
const checkScores = (
  { by, filters }: Pick<ReportQuery, 'by' | 'filters'>,
  { capabilities }: Pick<EnvironmentContext, 'capabilities'>,
): void => {
  const permission = 'scoreReport:read';
  const readsScores = by === 'score' || filters.some(({ dimension }) => dimension === 'score');
  if (readsScores && !allows(capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
};

/** @throws `REPORT-QUERY-INVALID` for a day that is none or an order that is none, `REPORT-RANGE-TOO-LONG`. */
const checkedSpan = (
  query: Pick<ReportQuery, 'from' | 'to' | 'step'>,
): { readonly fromMs: number; readonly toMs: number } => {
  const span = reportSpan(query);
  if (span === null) throw fail('REPORT-QUERY-INVALID', { field: 'from' });
  const days = (span.toMs - span.fromMs) / DAY_MS;
  if (days <= 0) throw fail('REPORT-QUERY-INVALID', { field: 'to' });
  const most = query.step === 'hour' ? MAX_REPORT_HOUR_DAYS : MAX_REPORT_DAYS;
  if (days > most) throw fail('REPORT-RANGE-TOO-LONG', { days: most });
  return span;
};

/** Sums over all currencies, rounded to what amounts are kept in: the order of a sum leaves traces beyond. */
const convertedOf = (
  sums: readonly ReportSums[],
  measures: readonly ReportMeasure[],
): Pick<Figure, 'converted' | 'unconverted'> => {
  const over = (of: (sum: NonNullable<ReportSums['converted']>) => ReportSums['counts']): Figure['counts'] =>
    Object.fromEntries(
      measures.map((measure) => [
        measure,
        fromMoneyUnits(
          toMoneyUnits(sums.reduce((sum, { converted }) => sum + (converted === null ? 0 : of(converted)[measure]), 0)),
        ),
      ]),
    );
  return { converted: over(({ amounts }) => amounts), unconverted: over(({ without }) => without) };
};

/** Figures of the measures asked for: counts over all currencies, amounts by each that events have and converted. */
const figureOf = (sums: readonly ReportSums[], measures: readonly ReportMeasure[], isConverted: boolean): Figure => {
  const counts: Figure['counts'] = {};
  const amounts: Record<string, Partial<Record<ReportMeasure, number>>> = {};
  for (const measure of measures) {
    counts[measure] = sums.reduce((sum, each) => sum + each.counts[measure], 0);
    for (const each of sums) {
      if (each.currency !== '') (amounts[each.currency] ??= {})[measure] = each.amounts[measure];
    }
  }
  return { counts, amounts, ...(isConverted ? convertedOf(sums, measures) : {}) };
};

/** Currencies whose events are not all converted. */
const missingOf = (totals: readonly ReportSums[]): NonNullable<ReportSeries['conversion']>['missing'] =>
  totals
    .map(({ currency, converted }) => ({ currency, events: converted?.without.events ?? 0 }))
    .filter(({ events }) => events > 0)
    .toSorted((a, b) => b.events - a.events || (a.currency < b.currency ? -1 : 1));

const barsOf = (
  sums: readonly ReportSums[],
  bars: readonly number[],
  measures: readonly ReportMeasure[],
  isConverted: boolean,
): readonly Figure[] => {
  const byBar = Map.groupBy(sums, ({ barMs }) => barMs);
  return bars.map((barMs) => figureOf(byBar.get(barMs) ?? [], measures, isConverted));
};

/** What days of a bar should have of their labels, on average. */
const barShares = (
  bars: readonly number[],
  span: { readonly fromMs: number; readonly toMs: number },
  step: ReportQuery['step'],
  shareOf: (dayMs: number) => number,
): number[] =>
  bars.map((barMs) => {
    const [fromMs, toMs] = [Math.max(barMs, span.fromMs), Math.min(barEndMs(barMs, step), span.toMs)];
    const days = Math.max(1, Math.round((toMs - fromMs) / DAY_MS));
    const shares = Array.from({ length: days }, (_, day) => shareOf(fromMs + day * DAY_MS));
    return shares.reduce((sum, share) => sum + share, 0) / days;
  });

/**
 * The answer to one question about decided events, from sums by the time of the event that follow labels and later events.
 * What it compares with is put into the same bars.
 *
 * @throws `AUTH-FORBIDDEN` for scores without their permission, `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`, `REPORT-TOO-WIDE`.
 */
export const queryReports = async (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<ReportSeries> => {
  const { database, tenantId, environmentId } = context;
  const { measures, includeChildren, ...query } = body;
  checkScores(query, context);
  const span = checkedSpan(query);
  const { assessment: kind } = query;
  const shiftMs = comparisonShiftMs(query.compare, span);
  const { environmentIds, rates } = await reading(context, async (trx) => {
    if (!isBuiltInAssessment(kind)) await readDefined(trx, environmentId, kind);
    return {
      environmentIds: scopeIds(await loadSubtree(trx, environmentId), includeChildren),
      rates: await readTreeRates(trx, environmentId, { fromMs: span.fromMs - shiftMs, toMs: span.toMs }),
    };
  });
  const scope = { tenantId, environmentIds };
  const asked = { ...query, kind, rates };
  const here = { ...span, shiftMs: 0 };
  const before = { fromMs: span.fromMs - shiftMs, toMs: span.toMs - shiftMs, shiftMs };

  const undivided = { ...asked, by: null };
  const [all] = (await readReportGroups(database, scope, undivided, here)).groups;
  const divided = query.by === null ? { groups: [], total: 0 } : await readReportGroups(database, scope, asked, here);
  const shown = divided.groups.flatMap(({ value }) => (value === null ? [] : [value]));
  const compared =
    shiftMs === 0
      ? null
      : {
          all: (await readReportGroups(database, scope, undivided, before)).groups[0],
          groups: shown.length === 0 ? [] : (await readReportGroups(database, scope, asked, before, shown)).groups,
        };

  const nowMs = context.clock.now();
  const bars = reportBars(span, query.step);
  const seriesOf = (
    value: string | null,
    group: ReportGroup | undefined,
    earlier: ReportGroup | undefined,
  ): ReportSeries['total'] => ({
    value,
    total: figureOf(group?.totals ?? [], measures, rates !== null),
    bars: [...barsOf(group?.bars ?? [], bars, measures, rates !== null)],
    before:
      compared === null
        ? null
        : {
            total: figureOf(earlier?.totals ?? [], measures, rates !== null),
            bars: [...barsOf(earlier?.bars ?? [], bars, measures, rates !== null)],
          },
  });

  const curve = maturityCurve(await readLabelDelays(database, scope, kind, nowMs), nowMs);
  const shares =
    curve === null ? null : barShares(bars, span, query.step, (dayMs) => expectedShare(curve, dayMs, nowMs));
  const eventsIn = bars.map((barMs) =>
    (all?.bars ?? []).reduce((sum, each) => sum + (each.barMs === barMs ? each.counts.events : 0), 0),
  );
  const events = eventsIn.reduce((sum, each) => sum + each, 0);
  return {
    asOf: new Date(nowMs).toISOString(),
    bars: bars.map((barMs) => new Date(barMs).toISOString()),
    environmentIds: [...environmentIds],
    total: seriesOf(null, all, compared?.all),
    series: divided.groups.map((group) =>
      seriesOf(
        group.value,
        group,
        compared?.groups.find(({ value }) => value === group.value),
      ),
    ),
    seriesInAll: divided.total,
    ...(rates === null ? {} : { conversion: { currency: rates.currency, missing: missingOf(all?.totals ?? []) } }),
    maturity:
      curve === null || shares === null
        ? null
        : {
            labels: curve.labels,
            share:
              events === 0 ? null : shares.reduce((sum, share, at) => sum + share * (eventsIn[at] ?? 0), 0) / events,
            bars: shares,
          },
  };
};
