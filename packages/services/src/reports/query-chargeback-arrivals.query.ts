import type { BodyOf, ChargebackArrivals, queryChargebackArrivals as endpoint } from '@redoubt/contracts';
import type { RateTable } from '@redoubt/domain';
import { fromMoneyUnits, toMoneyUnits } from '@redoubt/kernel';
import { readChargebackArrivals, type ArrivedChargebacks } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { queryArrivals } from './arrivals.ts';

const figureOf = (
  arrived: readonly ArrivedChargebacks[],
  rates: RateTable | null,
): ChargebackArrivals['arrived'][number] => {
  const amounts: Record<string, { chargebacks: number }> = {};
  let [chargebacks, converted] = [0, 0];
  for (const { currency, events, amount, dayMs } of arrived) {
    chargebacks += events;
    converted += amount * (rates?.rateOn(currency, dayMs)?.rate ?? 0);
    if (currency !== '') (amounts[currency] ??= { chargebacks: 0 }).chargebacks += amount;
  }
  const rounded = fromMoneyUnits(toMoneyUnits(converted));
  return { counts: { chargebacks }, amounts, ...(rates === null ? {} : { converted: { chargebacks: rounded } }) };
};

/**
 * Events with a chargeback by the day on which their first one arrived, beside those of the period compared with.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `REPORT-QUERY-INVALID`, `REPORT-RANGE-TOO-LONG`.
 */
export const queryChargebackArrivals = (
  context: EnvironmentContext,
  query: BodyOf<typeof endpoint>,
): Promise<ChargebackArrivals> =>
  queryArrivals(
    context,
    query,
    (scope, range) => readChargebackArrivals(context.database, scope, { ...query, kind: query.assessment }, range),
    figureOf,
  );
