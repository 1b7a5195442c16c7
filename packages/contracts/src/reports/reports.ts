import {
  MAX_REPORT_FILTERS,
  MAX_REPORT_SERIES,
  REPORT_COMPARISONS,
  REPORT_DIMENSIONS,
  REPORT_MEASURES,
  REPORT_STEPS,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, environmentParams, guid, instant, recentChange } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const MAX_VALUES = 200;
const MAX_VALUE_CHARACTERS = 300;

/** Of the measures asked for. */
const figures = z.partialRecord(z.enum(REPORT_MEASURES), z.number());

const figure = z.strictObject({
  counts: figures,
  /** By currency, in whole units of it; of events that have none nothing is summed. */
  amounts: z.record(z.string(), figures),
  /** In the currency of the answer, where it converts: all amounts that have a rate. */
  converted: figures.optional(),
  /** Events whose amount is missing there, because their currency has no rate on their day. */
  unconverted: figures.optional(),
});

const series = z.strictObject({
  /** As filters name it, the empty text for none; null of all events together. */
  value: z.string().nullable(),
  total: figure,
  /** One for each bar of the answer. */
  bars: z.array(figure),
  /** What it is compared with, moved into the same bars; null where nothing was asked. */
  before: z.strictObject({ total: figure, bars: z.array(figure) }).nullable(),
});

const reportSeries = z.strictObject({
  asOf: instant,
  /** Where bars begin, in UTC; the first may begin before the period and the last end after it. */
  bars: z.array(instant),
  /** Environments counted: this one, and its descendants where asked. */
  environmentIds: z.array(guid),
  total: series,
  /** The largest first. An event may stand in several series by `hit`. */
  series: z.array(series),
  /** How many there are, told or not. */
  seriesInAll: z.number().int(),
  /** Absent where each currency stands alone. */
  conversion: z
    .strictObject({
      currency: z.string(),
      /** Currencies of events of the period that are not converted, most events first. */
      missing: z.array(z.strictObject({ currency: z.string(), events: z.number().int() })),
    })
    .optional(),
  /** The share of fraud labels that should have arrived by now; null where too few have arrived in 180 days to say. */
  maturity: z
    .strictObject({
      /** Labels that it rests on. */
      labels: z.number().int(),
      /** Of the period, weighed by its events; null where there are none. */
      share: z.number().nullable(),
      bars: z.array(z.number()),
    })
    .nullable(),
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
    /** First and last day of events in UTC. */
    from: z.iso.date(),
    to: z.iso.date(),
    step: z.enum(REPORT_STEPS).default('day'),
    by: z.enum(REPORT_DIMENSIONS).nullable().default(null),
    filters: z
      .array(
        z.strictObject({
          dimension: z.enum(REPORT_DIMENSIONS),
          /** Several mean any of them; the empty text means none. */
          values: z.array(z.string().max(MAX_VALUE_CHARACTERS)).min(1).max(MAX_VALUES),
        }),
      )
      .max(MAX_REPORT_FILTERS)
      .default([]),
    compare: z.enum(REPORT_COMPARISONS).default('none'),
    measures: z
      .array(z.enum(REPORT_MEASURES))
      .min(1)
      .default([...REPORT_MEASURES]),
    most: z.number().int().min(1).max(MAX_REPORT_SERIES).default(10),
    includeChildren: z.boolean().default(true),
  }),
  response: reportSeries,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG', 'REPORT-TOO-WIDE'],
});

const reportChange = recentChange.extend({
  /** Where it was made: the environment of the report, one above it or one below. */
  environmentId: guid,
  resourceId: z.string(),
  /** That it made; null for what has none. */
  version: z.number().int().nullable(),
});
export type ReportChange = z.infer<typeof reportChange>;

const reportChanges = z.strictObject({
  /** The newest first, 200 at most. */
  changes: z.array(reportChange),
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
    /** First and last day in UTC. */
    from: z.iso.date(),
    to: z.iso.date(),
    includeChildren: z.stringbool().default(true),
  }),
  response: reportChanges,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG'],
});
