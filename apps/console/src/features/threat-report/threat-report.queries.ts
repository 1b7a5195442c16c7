import { queryLabelArrivals, type BodyIn } from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import type { FieldFilter } from '../../shared/report-charts/field-where.ts';
import { chosenFilters, type ReportQuestion } from '../../shared/report-charts/report-address.ts';

/** How often figures are fetched: sums follow the log within seconds. */
const REFRESH_MS = 60_000;

/** Labelled events by the day on which their label arrived. */
export const labelArrivalsQuery = (call: ApiCall, environmentId: string, body: BodyIn<typeof queryLabelArrivals>) =>
  read(
    call,
    queryLabelArrivals,
    { params: { environmentId }, body },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  );

/** A question as the endpoint takes it; null where it is narrowed by what sums of labels do not know. */
export const arrivalsBody = (
  question: ReportQuestion,
  fields: readonly FieldFilter[],
): BodyIn<typeof queryLabelArrivals> | null => {
  const { assessment, from, to, step, includeChildren } = question;
  const chosen = chosenFilters(question);
  const known = chosen.flatMap(({ dimension, values }) =>
    dimension === 'environment' || dimension === 'currency' ? [{ dimension, values }] : [],
  );
  if (known.length < chosen.length) return null;
  return {
    assessment,
    from,
    to,
    step: step === 'hour' ? 'day' : step,
    includeChildren,
    filters: [...known, ...fields],
  };
};
