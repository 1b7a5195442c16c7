import { drillOf, type ReportCell, type AskedDimension, type ReportFilter, type ReportMeasure } from '@redoubt/domain';
import { hrefOf } from '../../routes/address.ts';
import { formatAddress, parseAddress } from '../search/search-address.ts';
import { chosenFilters, type ReportQuestion } from './report-address.ts';

/** What narrows the events to those of a measure; null where Search cannot ask for them. */
const FILTERS: Readonly<Record<ReportMeasure, readonly ReportFilter[] | null>> = {
  events: [],
  approved: [{ dimension: 'decision', values: ['Approve'] }],
  rejected: [{ dimension: 'decision', values: ['Reject'] }],
  reviewed: [{ dimension: 'decision', values: ['Review'] }],
  challenged: [{ dimension: 'decision', values: ['Challenge'] }],
  fraud: [{ dimension: 'label', values: ['Fraud'] }],
  nonFraud: [{ dimension: 'label', values: ['NonFraud'] }],
  bankApproved: null,
  bankDeclined: null,
  chargebacks: null,
  refunds: null,
};

/** What narrows a figure beyond its measure, bar and value. */
export type DrillPlace = Partial<ReportCell> & {
  /** What `value` is a value of. */
  readonly by?: AskedDimension | null;
  readonly filters?: readonly ReportFilter[];
};

/**
 * The address in Search of the events that a figure counts, as many as it says; null where Search cannot ask for them.
 * @param place bar and value of the figure; the whole period and all values where absent
 */
export const drillHref = (
  question: ReportQuestion,
  measure: ReportMeasure,
  { barMs = null, value = null, by = null, filters: more = [] }: DrillPlace = {},
): string | null => {
  const own = FILTERS[measure];
  if (own === null) return null;
  const filters = [...chosenFilters(question), ...more, ...own];
  const drill = drillOf({ ...question, by, filters, most: 1 }, { barMs, value });
  if (drill === null) return null;
  const { from, to, eventType } = drill.query;
  const asked = formatAddress({
    ...parseAddress({}),
    eventType,
    // A figure of one environment does not count what is below it.
    includeChildren: drill.environmentId === null && question.includeChildren,
    range: { kind: 'between', from, to },
    filters: drill.query.filters,
  });
  return hrefOf('/search', undefined, {
    ...asked,
    ...(drill.environmentId === null ? {} : { env: drill.environmentId }),
  });
};
