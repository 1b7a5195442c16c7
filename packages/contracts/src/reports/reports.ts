import {
  MAX_REPORT_SERIES,
  REPORT_AMOUNTS,
  REPORT_COMPARISONS,
  REPORT_DIMENSIONS,
  REPORT_MEASURES,
  REPORT_STEPS,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, linkedChange } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { fieldDimension, fieldFilters, figureSeries, reportDays, reportFigure, reportFrame } from './report-parts.ts';

/** As much of a currency as reports keep. */
const MAX_CURRENCY_CHARACTERS = 8;

const figures = z.partialRecord(z.enum(REPORT_MEASURES), z.number());

const figure = reportFigure(REPORT_MEASURES).extend({
  /** In the currency of the answer, where it converts: all amounts that have a rate. */
  converted: figures.optional(),
  /** Events whose amount is missing there, because their currency has no rate on their day. */
  unconverted: figures.optional(),
});

const series = figureSeries(figure);

const reportSeries = z.strictObject({
  ...reportFrame,
  total: series,
  /** The largest first. An event may stand in several series by `hit`. */
  series: z.array(series),
  /** How many there are, listed or not. */
  seriesInAll: z.number().int(),
  /** Absent where each currency stands alone. */
  conversion: z
    .strictObject({
      currency: z.string(),
      /** Currencies of events of the period that are not converted, most events first. */
      missing: z.array(z.strictObject({ currency: z.string(), events: z.number().int() })),
    })
    .optional(),
});
export type ReportSeries = z.infer<typeof reportSeries>;

export const queryReports = defineEndpoint({
  id: 'reports.query',
  summary: 'Decided events by the time of the event, with labels and later events as they stand now.',
  method: 'POST',
  path: '/platform/v1/environments/:environmentId/reports/query',
  permission: 'reports:read',
  params: environmentParams,
  body: z.strictObject({
    assessment: assessmentName,
    ...reportDays,
    step: z.enum(REPORT_STEPS).default('day'),
    by: z
      .union([z.enum(REPORT_DIMENSIONS), fieldDimension])
      .nullable()
      .default(null),
    filters: fieldFilters(REPORT_DIMENSIONS),
    compare: z.enum(REPORT_COMPARISONS).default('none'),
    measures: z
      .array(z.enum(REPORT_MEASURES))
      .min(1)
      .default([...REPORT_MEASURES]),
    /** By currency where absent. `converted`: bars have converted amounts alone where there are exchange rates. `none`: events are counted alone. */
    amounts: z.enum(REPORT_AMOUNTS).optional(),
    /** The only currency whose amounts are told, where they are not converted; events of all count. All where absent. */
    amountsIn: z.string().min(1).max(MAX_CURRENCY_CHARACTERS).optional(),
    most: z.number().int().min(1).max(MAX_REPORT_SERIES).default(10),
    includeChildren: z.boolean().default(true),
  }),
  response: reportSeries,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG', 'REPORT-TOO-WIDE'],
});

const reportChanges = z.strictObject({
  /** The newest first, 200 at most. */
  changes: z.array(linkedChange),
});
export type ReportChanges = z.infer<typeof reportChanges>;

export const getReportChanges = defineEndpoint({
  id: 'reports.changes',
  summary: 'Publications of rules and changes of lists that can move the decisions of a period.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/reports/changes',
  permission: 'reports:read',
  params: environmentParams,
  query: z.strictObject({
    assessment: assessmentName,
    ...reportDays,
    includeChildren: z.stringbool().default(true),
  }),
  response: reportChanges,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG'],
});
