import { DEGRADED_REASONS, MONITOR_PERIODS } from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, decision, decisionCounts, environmentParams, guid, instant, linkedChange } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const count = z.number().int();
const bars = z.array(count);
const totals = z.strictObject({ events: count, decisions: decisionCounts });

/** Events with one value, by bar. */
const valueSeries = z.strictObject({ value: z.string(), events: count, bars });
const degradedSeries = valueSeries.extend({ value: z.enum(DEGRADED_REASONS) });
export type MonitorValueSeries = z.infer<typeof valueSeries>;

export const monitor = z.strictObject({
  asOf: instant,
  from: instant,
  /** End of the last bar, which still fills. */
  to: instant,
  stepMinutes: count,
  /** How long the oldest stored event that is not counted yet has waited; null where all are counted. */
  waitingMs: count.nullable(),
  /** Environments counted: this one, and its descendants where asked. */
  environmentIds: z.array(guid),
  totals,
  /** The same time a week earlier, up to the same place in it. */
  lastWeek: totals,
  bars: z.array(
    z.strictObject({
      from: instant,
      decisions: decisionCounts,
      /** Volume of the bar a week earlier. */
      lastWeek: count,
    }),
  ),
  /** Rules that decided most, at most ten, with what they decided in each bar. */
  rules: z.array(z.strictObject({ rule: z.string(), events: count, lastWeek: count, decisions: decisionCounts, bars })),
  /** Clauses that decided most, at most twenty. */
  clauses: z.array(
    z.strictObject({
      rule: z.string(),
      clause: z.string(),
      decision,
      events: count,
      /** At the same time a week earlier. */
      lastWeek: count,
      bars,
    }),
  ),
  /** What the other clauses decided together. */
  otherClauses: z.strictObject({ events: count, bars }),
  /** By the lower end of a hundred of the risk score; none where nothing is scored. */
  riskScores: z.array(valueSeries),
  /** By the lower end of a hundred of the bot score; none where no event names a device session. */
  botScores: z.array(valueSeries),
  /** The countries of devices that most events come from, at most twenty, by code; none where no event names a device session. */
  deviceCountries: z.array(valueSeries),
  /** Events from devices of other countries. */
  otherCountries: z.strictObject({ events: count, bars }),
  /**
   * Events decided without something that their rules asked for, each once, by bar; and by what was missing, where an event may
   * stand at several.
   */
  degraded: z.strictObject({ events: count, bars, reasons: z.array(degradedSeries) }),
  /** Later events, by bar of receipt: each kind with what it says, such as a status or the verdict of a label. */
  related: z.array(
    z.strictObject({
      kind: z.string(),
      /** What a customer calls it; null for a kind of the product. */
      name: z.string().nullable(),
      events: count,
      bars,
      /** The most frequent first, twenty at most; the empty text stands for those that say nothing. */
      values: z.array(valueSeries),
    }),
  ),
  /** Writes that can move decisions, newest first. */
  changes: z.array(linkedChange),
});
export type Monitor = z.infer<typeof monitor>;

const params = environmentParams.extend({ assessment: assessmentName });
const query = z.strictObject({
  period: z.enum(MONITOR_PERIODS).default('48h'),
  /** Minutes a bar stands for; one that the period does not offer is its first. */
  stepMinutes: z.coerce.number().int().min(1).max(1440).optional(),
  includeChildren: z.stringbool().default(true),
});

export const getMonitor = defineEndpoint({
  id: 'monitor.get',
  summary: 'How the live traffic of an assessment behaves: volume, decisions, rules and later events, by time.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/monitor/:assessment',
  permission: 'monitoring:read',
  params,
  query,
  response: monitor,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN'],
});

const range = z.strictObject({ low: z.number(), middle: z.number(), high: z.number() });

export const monitorUsual = z.strictObject({
  /** Where the first bar begins; bars are those of the monitor. */
  from: instant,
  stepMinutes: count,
  /** Weeks with events that the ranges rest on; below three there is none. */
  weeks: count,
  /** The usual range of each bar, of all events and of each decision; null where too little is known. */
  events: z.array(range.nullable()),
  decisions: z.record(decision, z.array(range.nullable())),
});
export type MonitorUsual = z.infer<typeof monitorUsual>;

export const getMonitorUsual = defineEndpoint({
  id: 'monitor.usual',
  summary: 'The usual range of each bar of a monitor, from the same time of earlier weeks.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/monitor/:assessment/usual',
  permission: 'monitoring:read',
  params,
  query,
  response: monitorUsual,
  errors: ['ASSESSMENT-UNKNOWN', 'ENV-UNKNOWN'],
});
