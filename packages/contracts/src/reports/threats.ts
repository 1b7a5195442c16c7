import { FIELD_TYPES } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { dayQuestion, fieldFilters } from './report-parts.ts';

const reportField = z.strictObject({
  /** As `field:<name>` in questions. */
  name: z.string(),
  /** What people call an own field; null of a field of the product. */
  friendlyName: z.string().nullable(),
  type: z.enum(FIELD_TYPES),
});
export type ReportFieldInfo = z.infer<typeof reportField>;

export const getReportFields = defineEndpoint({
  id: 'reports.fields',
  summary: 'What reports tell the events of an assessment apart by.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/reports/fields',
  permission: 'reports:read',
  params: environmentParams,
  query: z.strictObject({ assessment: assessmentName }),
  response: z.strictObject({ fields: z.array(reportField) }),
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN'],
});

/** Labels as `counts` and, by currency, what their events were worth. */
const labelFigure = z.strictObject({
  counts: z.strictObject({ fraud: z.number().int(), nonFraud: z.number().int() }),
  amounts: z.record(z.string(), z.strictObject({ fraud: z.number(), nonFraud: z.number() })),
  /** All amounts in the currency of the tree, by the rates of the days of the events; absent where it has no rates. */
  converted: z.strictObject({ fraud: z.number(), nonFraud: z.number() }).optional(),
});

const labelArrivals = z.strictObject({
  asOf: instant,
  bars: z.array(instant),
  environmentIds: z.array(guid),
  /** Labelled events by the day on which their first label arrived, with the label that they have now; one for each bar. */
  arrived: z.array(labelFigure),
  /** The same of what the period is compared with, moved into its bars; null where nothing was asked. */
  before: z.array(labelFigure).nullable(),
});
export type LabelArrivals = z.infer<typeof labelArrivals>;

export const queryLabelArrivals = defineEndpoint({
  id: 'reports.arrivals',
  summary: 'Labelled events by the day on which their label arrived, whatever the day of the event.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/reports/arrivals/query',
  permission: 'reports:read',
  params: environmentParams,
  body: z.strictObject({
    ...dayQuestion,
    filters: fieldFilters(['environment', 'currency']),
  }),
  response: labelArrivals,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG', 'REPORT-TOO-WIDE'],
});
