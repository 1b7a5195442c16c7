import { queryChargebackArrivals, type BodyIn } from '@redoubt/contracts';
import { CHARGEBACK_FILTERS } from '@redoubt/domain';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { chosenFilters, type ReportQuestion } from '../../shared/report-charts/report-address.ts';

/** How often figures are fetched: sums follow the log within seconds. */
const REFRESH_MS = 60_000;

/** Charged back events by the day on which their chargeback arrived. */
export const chargebackArrivalsQuery = (
  call: ApiCall,
  environmentId: string,
  body: BodyIn<typeof queryChargebackArrivals>,
) =>
  read(
    call,
    queryChargebackArrivals,
    { params: { environmentId }, body },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );

/** A question as the endpoint takes it; null where it is narrowed by what sums of chargebacks do not know. */
export const chargebackBody = (question: ReportQuestion): BodyIn<typeof queryChargebackArrivals> | null => {
  const { assessment, from, to, step, compare, includeChildren } = question;
  const chosen = chosenFilters(question);
  const filters = chosen.flatMap(({ dimension, values }) => {
    const known = CHARGEBACK_FILTERS.find((each) => each === dimension);
    return known === undefined ? [] : [{ dimension: known, values }];
  });
  if (filters.length < chosen.length) return null;
  return { assessment, from, to, step: step === 'hour' ? 'day' : step, compare, includeChildren, filters };
};
