import { comparisonShiftMs, isBuiltInAssessment, reportBars, type RateTable, type ReportQuery } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import type { Scope } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';
import { checkedSpan } from './report-period.ts';

/** What comes later comes late: amounts of older events are not converted. */
const RATE_DAYS = 400;

type ArrivalQuery = Pick<ReportQuery, 'assessment' | 'from' | 'to' | 'step' | 'compare'> & {
  readonly includeChildren: boolean;
};
type Range = { readonly fromMs: number; readonly toMs: number; readonly shiftMs: number };

/**
 * What arrived in the bars of a period, whatever the day of its event, beside what it is compared with.
 *
 * @param read sums of a range of days
 * @param figureOf the figure of the sums of one bar; amounts are converted by the rates of the days of events
 * @throws `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`.
 */
export const queryArrivals = async <Arrived extends { readonly barMs: number }, Figure>(
  context: EnvironmentContext,
  { includeChildren, ...query }: ArrivalQuery,
  read: (scope: Scope, range: Range) => Promise<readonly Arrived[]>,
  figureOf: (arrived: readonly Arrived[], rates: RateTable | null) => Figure,
) => {
  const { tenantId, environmentId, clock } = context;
  const { assessment: kind } = query;
  const span = checkedSpan(query);
  const shiftMs = comparisonShiftMs(query.compare, span);
  const { environmentIds, rates } = await reading(context, async (trx) => {
    if (!isBuiltInAssessment(kind)) await readDefined(trx, environmentId, kind);
    const days = { fromMs: span.fromMs - shiftMs - RATE_DAYS * DAY_MS, toMs: span.toMs };
    return {
      environmentIds: scopeIds(await loadSubtree(trx, environmentId), includeChildren),
      rates: await readTreeRates(trx, environmentId, days),
    };
  });
  const bars = reportBars(span, query.step);
  const figures = async (movedMs: number): Promise<Figure[]> => {
    const range = { fromMs: span.fromMs - movedMs, toMs: span.toMs - movedMs, shiftMs: movedMs };
    const byBar = Map.groupBy(await read({ tenantId, environmentIds }, range), ({ barMs }) => barMs);
    return bars.map((barMs) => figureOf(byBar.get(barMs) ?? [], rates));
  };
  return {
    asOf: new Date(clock.now()).toISOString(),
    bars: bars.map((barMs) => new Date(barMs).toISOString()),
    environmentIds: [...environmentIds],
    arrived: await figures(0),
    before: shiftMs === 0 ? null : await figures(shiftMs),
  };
};
