import { HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import type { Permission } from '../access/capabilities.ts';
import type { Decision } from '../events/decision.ts';
import type { NoticeSeverity } from '../notices/notices.ts';
import { poissonDeviation } from '../reports/usual-range.ts';

/** What a figure is measured of: what the target of an alert names. */
export type AlertSubject = 'assessment' | 'rule' | 'api' | 'externalCall' | 'queue' | 'search';
export type AlertUnit = 'count' | 'percent' | 'ms' | 'hours';

export type AlertFigureFacts = {
  readonly subject: AlertSubject;
  readonly unit: AlertUnit;
  /** What people need besides the right to alerts. */
  readonly permission: Permission;
  /** Whether one decision is counted. */
  readonly hasDecision: boolean;
  /** Minutes that one value can be taken over. */
  readonly windows: readonly [number, ...number[]];
};

const DAY_MINUTES = 1440;
const WINDOWS = [1, 5, 15, 60, DAY_MINUTES] as const;

const figure = (
  subject: AlertSubject,
  unit: AlertUnit,
  permission: Permission,
  options: Partial<Pick<AlertFigureFacts, 'hasDecision' | 'windows'>> = {},
): AlertFigureFacts => ({ subject, unit, permission, hasDecision: false, windows: WINDOWS, ...options });

/** Figures that alerts watch, in the order they are offered. */
export const ALERT_FIGURES = [
  'events',
  'decisionCount',
  'decisionPercent',
  'fraudPercent',
  'decisionLatencyMs',
  'degradedPercent',
  'observationCount',
  'orphanPercent',
  'ruleHits',
  'apiCalls',
  'apiErrorPercent',
  'apiLatencyMs',
  'callCount',
  'callFailurePercent',
  'callLatencyMs',
  'backlog',
  'oldestCaseHours',
  'timedOutCases',
  'searchHits',
] as const;
export type AlertFigure = (typeof ALERT_FIGURES)[number];

export const ALERT_FIGURE_FACTS: Readonly<Record<AlertFigure, AlertFigureFacts>> = {
  events: figure('assessment', 'count', 'monitoring:read'),
  decisionCount: figure('assessment', 'count', 'monitoring:read', { hasDecision: true }),
  decisionPercent: figure('assessment', 'percent', 'monitoring:read', { hasDecision: true }),
  // Labels arrive by the file and the letter: less than a day of them says little.
  fraudPercent: figure('assessment', 'percent', 'monitoring:read', { windows: [DAY_MINUTES] }),
  decisionLatencyMs: figure('assessment', 'ms', 'monitoring:read'),
  degradedPercent: figure('assessment', 'percent', 'monitoring:read'),
  observationCount: figure('assessment', 'count', 'monitoring:read'),
  // Reports count observations by the day of their arrival.
  orphanPercent: figure('assessment', 'percent', 'reports:read', { windows: [DAY_MINUTES] }),
  ruleHits: figure('rule', 'count', 'decisionRules:read'),
  apiCalls: figure('api', 'count', 'apiManagement:read'),
  apiErrorPercent: figure('api', 'percent', 'apiManagement:read'),
  apiLatencyMs: figure('api', 'ms', 'apiManagement:read'),
  callCount: figure('externalCall', 'count', 'externalCalls:read'),
  callFailurePercent: figure('externalCall', 'percent', 'externalCalls:read'),
  callLatencyMs: figure('externalCall', 'ms', 'externalCalls:read'),
  backlog: figure('queue', 'count', 'caseReport:read', { windows: [15, 60] }),
  oldestCaseHours: figure('queue', 'hours', 'caseReport:read', { windows: [60] }),
  timedOutCases: figure('queue', 'count', 'caseReport:read', { windows: [15, 60, DAY_MINUTES] }),
  searchHits: figure('search', 'count', 'search:read'),
};

export const ALERT_CONDITIONS = ['above', 'below', 'unusual'] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

/** Whom the console notifies: those whose roles see alerts, those who follow the alert, or no one. */
export const ALERT_NOTIFIED = ['roles', 'followers', 'none'] as const;
export type AlertNotified = (typeof ALERT_NOTIFIED)[number];

export const ALERT_SEVERITIES = [
  'Critical',
  'Error',
  'Warning',
  'Information',
] as const satisfies readonly NoticeSeverity[];
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/** How many windows in a row the condition can be asked to hold. */
export const ALERT_WINDOWS_IN_A_ROW = [1, 2, 3, 4, 6, 12] as const;

/** Shortest window of a usual range: that of a minute is mostly chance. */
export const LEAST_UNUSUAL_MINUTES = 15;

/** Longest window of a saved search that no index leads to: all events of that time are looked at. */
export const MOST_SCANNED_MINUTES = 60;

export const MAX_ALERTS = 100;
export const MAX_ALERT_NAME = 120;
export const MAX_ALERT_TARGET = 300;
export const MAX_ALERT_URL = 2000;
export const MAX_SILENCE_HOURS = 168;
export const DEFAULT_SILENCE_HOURS = 4;
/** Farthest end of a time without messages. */
export const MAX_MUTE_DAYS = 90;

export const isAlertName = (name: string): boolean => name.trim() !== '' && name.length <= MAX_ALERT_NAME;

/** What an alert watches. */
export type AlertSeries = {
  readonly figure: AlertFigure;
  /**
   * Name of an assessment, id of a rule, an external call, a queue or a saved search, or path of the public API. Null for the whole public
   * API and for all queues.
   */
  readonly target: string | null;
  /** Null where the figure counts no decision. */
  readonly decision: Decision | null;
  /** Whether environments below count too; those of cases and external calls never do, and a saved search says it itself. */
  readonly includeChildren: boolean;
  /** Minutes that one value is taken over. */
  readonly windowMinutes: number;
};

/** When a value is outside what is expected. */
export type AlertRule = {
  readonly condition: AlertCondition;
  /** Null for what is unusual. */
  readonly threshold: number | null;
  /** Windows in a row. */
  readonly row: number;
};

/** What is wrong with a choice that the form does not offer; undefined where nothing is. */
export const alertProblem = ({
  figure: name,
  target,
  decision,
  windowMinutes,
  condition,
  threshold,
}: AlertSeries & AlertRule):
  | { readonly field: keyof (AlertSeries & AlertRule); readonly message: string }
  | undefined => {
  const { subject, hasDecision, windows } = ALERT_FIGURE_FACTS[name];
  if (subject !== 'api' && subject !== 'queue' && target === null)
    return { field: 'target', message: 'is needed for this figure' };
  if (hasDecision !== (decision !== null))
    return {
      field: 'decision',
      message: hasDecision ? 'is needed for this figure' : 'belongs to figures of decisions',
    };
  if (!windows.includes(windowMinutes))
    return { field: 'windowMinutes', message: `is one of ${windows.join(', ')} for this figure` };
  if ((condition === 'unusual') !== (threshold === null))
    return { field: 'threshold', message: 'is given for conditions above and below, and for no other' };
  if (condition === 'unusual' && windowMinutes < LEAST_UNUSUAL_MINUTES)
    return { field: 'windowMinutes', message: `is ${LEAST_UNUSUAL_MINUTES} at least for what is unusual` };
  return undefined;
};

/** Whole windows up to a moment, oldest first. @param untilMs nothing after it is counted yet. */
export const alertSpan = (windowMinutes: number, count: number, untilMs: number) => {
  const stepMs = windowMinutes * MINUTE_MS;
  const toMs = Math.floor(untilMs / stepMs) * stepMs;
  return { fromMs: toMs - count * stepMs, toMs, stepMs };
};

/**
 * The least standard deviation of a figure, for its usual range: of counts that of chance, of shares one percentage point, of
 * durations a tenth of the middle.
 */
export const leastDeviationOf = (unit: AlertUnit): ((middle: number) => number) => {
  if (unit === 'percent') return () => 1;
  if (unit === 'count') return poissonDeviation;
  return (middle) => Math.max(unit === 'ms' ? 1 : 0.1, middle / 10);
};

/** Whether an alert that was last notified at a moment may be notified again. */
export const isSilenceOver = (toldAtMs: number | null, silenceHours: number, nowMs: number): boolean =>
  toldAtMs === null || nowMs - toldAtMs >= silenceHours * HOUR_MS;
