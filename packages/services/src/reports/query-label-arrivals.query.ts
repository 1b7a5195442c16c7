import type { BodyOf, LabelArrivals, queryLabelArrivals as endpoint } from '@redoubt/contracts';
import { comparisonShiftMs, isBuiltInAssessment, reportBars } from '@redoubt/domain';
import { readLabelArrivals, type ArrivedLabels } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';
import { checkedSpan } from './report-period.ts';

type Figure = LabelArrivals['arrived'][number];

const figureOf = (arrived: readonly ArrivedLabels[]): Figure => {
  const counts = { fraud: 0, nonFraud: 0 };
  const amounts: Figure['amounts'] = {};
  for (const { label, currency, events, amount } of arrived) {
    const measure = label === 'Fraud' ? 'fraud' : 'nonFraud';
    counts[measure] += events;
    if (currency !== '') (amounts[currency] ??= { fraud: 0, nonFraud: 0 })[measure] += amount;
  }
  return { counts, amounts };
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
  const environmentIds = await reading(context, async (trx) => {
    if (!isBuiltInAssessment(kind)) await readDefined(trx, environmentId, kind);
    return scopeIds(await loadSubtree(trx, environmentId), includeChildren);
  });
  const bars = reportBars(span, query.step);
  const shiftMs = comparisonShiftMs(query.compare, span);
  const read = async (movedMs: number): Promise<Figure[]> => {
    const range = { fromMs: span.fromMs - movedMs, toMs: span.toMs - movedMs, shiftMs: movedMs };
    const arrived = await readLabelArrivals(database, { tenantId, environmentIds }, { ...query, kind }, range);
    const byBar = Map.groupBy(arrived, ({ barMs }) => barMs);
    return bars.map((barMs) => figureOf(byBar.get(barMs) ?? []));
  };
  return {
    asOf: new Date(clock.now()).toISOString(),
    bars: bars.map((barMs) => new Date(barMs).toISOString()),
    environmentIds: [...environmentIds],
    arrived: await read(0),
    before: shiftMs === 0 ? null : await read(shiftMs),
  };
};
