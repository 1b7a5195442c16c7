import type { BodyOf, LabelArrivals, queryLabelArrivals as endpoint } from '@redoubt/contracts';
import type { RateTable } from '@redoubt/domain';
import { fromMoneyUnits, toMoneyUnits } from '@redoubt/kernel';
import { readLabelArrivals, type ArrivedLabels } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { queryArrivals } from './arrivals.ts';

type Figure = LabelArrivals['arrived'][number];

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
 * @throws `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`, `REPORT-TOO-WIDE`.
 */
export const queryLabelArrivals = (
  context: EnvironmentContext,
  query: BodyOf<typeof endpoint>,
): Promise<LabelArrivals> =>
  queryArrivals(
    context,
    query,
    (scope, range) => readLabelArrivals(context.database, scope, { ...query, kind: query.assessment }, range),
    figureOf,
  );
