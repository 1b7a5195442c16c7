import type { BodyOf, LabelArrivals, queryLabelArrivals as endpoint } from '@redoubt/contracts';
import { comparisonShiftMs, isBuiltInAssessment, reportBars, type RateTable } from '@redoubt/domain';
import { DAY_MS, fromMoneyUnits, toMoneyUnits } from '@redoubt/kernel';
import { readLabelArrivals, type ArrivedLabels } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readTreeRates } from '../currencies/tree-rates.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';
import { checkedSpan } from './report-period.ts';

type Figure = LabelArrivals['arrived'][number];

/** Labels come late: amounts of older events are not converted. */
const RATE_DAYS = 400;

const figureOf = (arrived: readonly ArrivedLabels[], rates: RateTable | null): Figure => {
  const counts = { fraud: 0, nonFraud: 0 };
  const amounts: Figure['amounts'] = {};
  const converted = { fraud: 0, nonFraud: 0 };
  for (const { label, currency, events, amount, dayMs } of arrived) {
    const measure = label === 'Fraud' ? 'fraud' : 'nonFraud';
    counts[measure] += events;
    converted[measure] += amount * (rates?.rateOn(currency, dayMs)?.rate ?? 0);
    if (currency !== '') (amounts[currency] ??= { fraud: 0, nonFraud: 0 })[measure] += amount;
  }
  if (rates === null) return { counts, amounts };
  const rounded = (sum: number): number => fromMoneyUnits(toMoneyUnits(sum));
  return {
    counts,
    amounts,
    converted: { fraud: rounded(converted.fraud), nonFraud: rounded(converted.nonFraud) },
  };
};

/**
 * Labelled events by the day on which their first label arrived, beside those of the period compared with.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`.
 */
export const queryLabelArrivals = async (
  context: EnvironmentContext,
  { includeChildren, ...query }: BodyOf<typeof endpoint>,
): Promise<LabelArrivals> => {
  const { database, tenantId, environmentId, clock } = context;
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
  const read = async (movedMs: number): Promise<Figure[]> => {
    const range = { fromMs: span.fromMs - movedMs, toMs: span.toMs - movedMs, shiftMs: movedMs };
    const arrived = await readLabelArrivals(database, { tenantId, environmentIds }, { ...query, kind }, range);
    const byBar = Map.groupBy(arrived, ({ barMs }) => barMs);
    return bars.map((barMs) => figureOf(byBar.get(barMs) ?? [], rates));
  };
  return {
    asOf: new Date(clock.now()).toISOString(),
    bars: bars.map((barMs) => new Date(barMs).toISOString()),
    environmentIds: [...environmentIds],
    arrived: await read(0),
    before: shiftMs === 0 ? null : await read(shiftMs),
  };
};
