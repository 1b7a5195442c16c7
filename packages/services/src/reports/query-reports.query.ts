import type { BodyOf, queryReports as endpoint, ReportSeries } from '@redoubt/contracts';
import { comparisonShiftMs, isBuiltInAssessment, reportBars, type ReportMeasure } from '@redoubt/domain';
import { fromMoneyUnits, toMoneyUnits } from '@redoubt/kernel';
import { readLabelDelays, readReportGroups, type ReportGroup, type ReportSums } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';
import { comparedParts } from './compared-parts.ts';
import { isInSeries, readParts } from './read-parts.ts';
import { checkedSpan, maturityOf } from './report-period.ts';
import { checkScores } from './score-rights.ts';
import { seriesOfGroups } from './series-of-groups.ts';

type Figure = ReportSeries['total']['total'];

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
          toMoneyUnits(
            sums.reduce((sum, { converted }) => sum + (converted === null ? 0 : (of(converted)[measure] ?? 0)), 0),
          ),
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
    counts[measure] = sums.reduce((sum, each) => sum + (each.counts[measure] ?? 0), 0);
    for (const each of sums) {
      if (each.currency !== '') (amounts[each.currency] ??= {})[measure] = each.amounts[measure] ?? 0;
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
  const { measures, includeChildren, amountsIn: currency, ...query } = body;
  checkScores([query.by, ...query.filters.map(({ dimension }) => dimension)], context);
  const span = checkedSpan(query);
  const { assessment: kind } = query;
  const shiftMs = comparisonShiftMs(query.compare, span);
  const { environmentIds, rates } = await reading(context, async (trx) => {
    if (!isBuiltInAssessment(kind)) await readDefined(trx, environmentId, kind);
    return {
      environmentIds: scopeIds(await loadSubtree(trx, environmentId), includeChildren),
      rates:
        query.amounts !== 'none'
          ? await readTreeRates(trx, environmentId, { fromMs: span.fromMs - shiftMs, toMs: span.toMs })
          : null,
    };
  });
  const scope = { tenantId, environmentIds };
  // Where questions rest between each other none takes more than one core.
  const asked = { ...query, kind, rates, measures, currency, helped: !isInSeries() };
  const here = { ...span, shiftMs: 0 };
  const before = { fromMs: span.fromMs - shiftMs, toMs: span.toMs - shiftMs, shiftMs };

  const nowMs = context.clock.now();
  const read = (by: typeof asked, range: typeof here, values?: readonly string[]) =>
    readReportGroups(database, scope, by, range, values);
  const { all, allBefore, divided, delays } = await readParts({
    ...comparedParts(read, asked, here, shiftMs === 0 ? null : before),
    delays: () => readLabelDelays(database, scope, kind, nowMs),
  });
  const [total] = all.groups;

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
      allBefore === null
        ? null
        : {
            total: figureOf(earlier?.totals ?? [], measures, rates !== null),
            bars: [...barsOf(earlier?.bars ?? [], bars, measures, rates !== null)],
          },
  });

  const eventsIn = bars.map((barMs) =>
    (total?.bars ?? []).reduce((sum, each) => sum + (each.barMs === barMs ? (each.counts.events ?? 0) : 0), 0),
  );
  return {
    asOf: new Date(nowMs).toISOString(),
    bars: bars.map((barMs) => new Date(barMs).toISOString()),
    environmentIds: [...environmentIds],
    total: seriesOf(null, total, allBefore?.groups[0]),
    series: seriesOfGroups(divided.groups, divided.before, seriesOf),
    seriesInAll: divided.total,
    ...(rates === null ? {} : { conversion: { currency: rates.currency, missing: missingOf(total?.totals ?? []) } }),
    maturity: maturityOf(delays, { bars, span, step: query.step, eventsIn }, nowMs),
  };
};
