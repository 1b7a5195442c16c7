import { CHARGEBACK_FILTERS } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { dayQuestion, reportFilters } from './report-parts.ts';

const chargebacks = z.strictObject({ chargebacks: z.number() });

/** Charged back events, and by currency what they were worth. */
const chargebackFigure = z.strictObject({
  counts: chargebacks,
  amounts: z.record(z.string(), chargebacks),
  /** All amounts in the currency of the tree, by the rates of the days of the events; absent where it has no rates. */
  converted: chargebacks.optional(),
});

const chargebackArrivals = z.strictObject({
  asOf: instant,
  bars: z.array(instant),
  environmentIds: z.array(guid),
  /** Events with a chargeback that was not reversed, by the day on which their first one arrived; one for each bar. */
  arrived: z.array(chargebackFigure),
  /** The same of what the period is compared with, moved into its bars; null where nothing was asked. */
  before: z.array(chargebackFigure).nullable(),
});
export type ChargebackArrivals = z.infer<typeof chargebackArrivals>;

export const queryChargebackArrivals = defineEndpoint({
  id: 'reports.chargebacks',
  summary: 'Charged back events by the day on which their chargeback arrived, whatever the day of the event.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/reports/chargebacks/query',
  permission: 'reports:read',
  params: environmentParams,
  body: z.strictObject({
    ...dayQuestion,
    filters: reportFilters(CHARGEBACK_FILTERS),
  }),
  response: chargebackArrivals,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG'],
});
