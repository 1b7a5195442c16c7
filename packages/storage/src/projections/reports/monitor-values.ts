import type { StoredAssessment } from '../../log/log-event.ts';

/** What monitors tell events apart by beside the decision, and its number in `rollup_value_minute`. */
export const MONITOR_DIMENSION_CODES = {
  riskScore: 1,
  botScore: 2,
  deviceCountry: 3,
  /** Events whose decision is degraded, each once, as the value `any`. */
  degraded: 4,
  /** The same by what they lack; an event may stand at several. */
  degradedReason: 5,
} as const;
export type MonitorDimension = keyof typeof MONITOR_DIMENSION_CODES;
export const MONITOR_DIMENSIONS = Object.keys(MONITOR_DIMENSION_CODES) as readonly MonitorDimension[];

/** Width of a bucket of scores from 0 to 999. */
const BUCKET = 100;
const LAST_BUCKET = 900;

/** The lower end of the hundred that a score lies in; scores beyond stand in the outermost ones. */
const scoreBucket = (score: number): string =>
  String(Math.min(LAST_BUCKET, Math.max(0, Math.floor(score / BUCKET) * BUCKET)));

/** The values of an event, each with the number of its dimension. */
export const monitorValues = ({
  facts: { riskScore, session, degraded = [] },
}: StoredAssessment): readonly (readonly [number, string])[] => [
  ...(riskScore === null ? [] : [[MONITOR_DIMENSION_CODES.riskScore, scoreBucket(riskScore)] as const]),
  ...(session?.botScore === undefined
    ? []
    : [[MONITOR_DIMENSION_CODES.botScore, scoreBucket(session.botScore)] as const]),
  ...(session?.country === undefined ? [] : [[MONITOR_DIMENSION_CODES.deviceCountry, session.country] as const]),
  ...(degraded.length === 0 ? [] : [[MONITOR_DIMENSION_CODES.degraded, 'any'] as const]),
  ...degraded.map((reason) => [MONITOR_DIMENSION_CODES.degradedReason, reason] as const),
];
