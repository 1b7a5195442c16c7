import {
  FIELD_TYPES,
  MAX_REPORT_SERIES,
  OBSERVATION_AXES,
  OBSERVATION_DIMENSIONS,
  REPORT_COMPARISONS,
  REPORT_STEPS,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, decision, environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { fieldDimension, fieldFilters, figureSeries, reportDays } from './report-parts.ts';

const base = '/platform/v1/environments/:environmentId/reports/observations';

const kind = z.strictObject({
  kind: z.string(),
  /** What a customer calls it; null for one of the product. */
  name: z.string().nullable(),
  /** What its observations are grouped by, as `field:<name>` in questions. */
  fields: z.array(
    z.strictObject({
      name: z.string(),
      /** What people call an own field; null of a field of the product. */
      friendlyName: z.string().nullable(),
      type: z.enum(FIELD_TYPES),
    }),
  ),
});
export type ObservationKindInfo = z.infer<typeof kind>;

export const getObservationKinds = defineEndpoint({
  id: 'reports.observationKinds',
  summary: 'Observations and labels that an assessment can have, with the fields that their report tells apart.',
  method: 'GET',
  path: `${base}/kinds`,
  permission: 'reports:read',
  params: environmentParams,
  query: z.strictObject({ assessment: assessmentName }),
  response: z.strictObject({ kinds: z.array(kind) }),
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN'],
});

const figure = z.strictObject({
  observations: z.number().int(),
  /** Of them, those whose assessment is known. */
  linked: z.number().int(),
  /** By currency, in whole units of it: their own amounts, else those of their assessments. */
  amounts: z.record(z.string(), z.number()),
  /** All amounts that have a rate, in the currency of the answer; absent where it converts nothing. */
  converted: z.number().optional(),
  /** Observations whose amount is missing there. */
  unconverted: z.number().int().optional(),
});

const series = figureSeries(figure);

const observationReport = z.strictObject({
  asOf: instant,
  /** Where bars begin: moments in UTC, first scores of hundreds (the empty text for none), or hours after the assessment. */
  bars: z.array(z.string()),
  environmentIds: z.array(guid),
  total: series,
  /** The largest first. */
  series: z.array(series),
  /** How many there are, listed or not. */
  seriesInAll: z.number().int(),
  /** Absent where each currency stands alone. */
  conversion: z.strictObject({ currency: z.string() }).optional(),
});
export type ObservationReport = z.infer<typeof observationReport>;

const asked = {
  assessment: assessmentName,
  ...reportDays,
  filters: fieldFilters(OBSERVATION_DIMENSIONS),
  includeChildren: z.boolean().default(true),
};

export const queryObservations = defineEndpoint({
  id: 'reports.observations',
  summary: 'Observations and labels by the day of their arrival, with what is known of their assessments.',
  method: 'POST',
  path: `${base}/query`,
  permission: 'reports:read',
  params: environmentParams,
  body: z.strictObject({
    ...asked,
    step: z.enum(REPORT_STEPS).exclude(['hour']).default('day'),
    /** What bars stand for. */
    axis: z.enum(OBSERVATION_AXES).default('time'),
    by: z
      .union([z.enum(OBSERVATION_DIMENSIONS), fieldDimension])
      .nullable()
      .default(null),
    compare: z.enum(REPORT_COMPARISONS).default('none'),
    most: z.number().int().min(1).max(MAX_REPORT_SERIES).default(10),
  }),
  response: observationReport,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG', 'REPORT-TOO-WIDE'],
});

const listed = z.strictObject({
  observation: z.string(),
  /** Null where the person was erased, as the id of the event. */
  id: z.string().nullable(),
  eventId: z.string().nullable(),
  environmentId: guid,
  arrivedAt: instant,
  /** Null where the assessment is not known. */
  decision: decision.nullable(),
  /** Where the class of its delay begins. */
  delayHours: z.number().int().nullable(),
  amount: z.number(),
  currency: z.string(),
});
export type ListedObservation = z.infer<typeof listed>;

export const listObservations = defineEndpoint({
  id: 'reports.observationList',
  summary: 'The newest observations that a figure of the report counts.',
  method: 'POST',
  path: `${base}/list`,
  permission: 'search:read',
  params: environmentParams,
  body: z.strictObject(asked),
  response: z.strictObject({ observations: z.array(listed) }),
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN', 'REPORT-QUERY-INVALID', 'REPORT-RANGE-TOO-LONG', 'REPORT-TOO-WIDE'],
});
