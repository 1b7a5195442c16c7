import type { CutOffPoint, Decision, ValueBin } from '@redoubt/domain';
import type { ChartBucket } from '@redoubt/ui';

/** Decisions that a rule with a cut-off can make. */
export const CUT_DECISIONS = ['Review', 'Reject', 'Challenge'] as const satisfies readonly Decision[];
export type CutDecision = (typeof CUT_DECISIONS)[number];

/** A row of values with a cut-off among them; every part of a simulation is drawn of it. */
export type CutOffScale = {
  /** Ascending. */
  readonly bins: readonly ValueBin[];
  /** One for each bin, and a last one that stops nothing. */
  readonly points: readonly CutOffPoint[];
  /** Where the last bin ends. */
  readonly end: number;
  /** What the values are, such as `Score`. */
  readonly name: string;
  readonly formatValue: (value: number) => string;
  readonly cutOff: number;
  readonly onCutOff: (cutOff: number) => void;
  /** Begins the names of files: `scores`. */
  readonly file: string;
  readonly asTable: boolean;
};

/** The point of a cut-off: the first one at or above it. */
export const pointAt = ({ points, cutOff }: Pick<CutOffScale, 'points' | 'cutOff'>): CutOffPoint | undefined =>
  points.find((point) => point.cutOff >= cutOff) ?? points.at(-1);

/** Bins as a chart takes them. */
export const binBuckets = ({ bins, end }: Pick<CutOffScale, 'bins' | 'end'>): readonly ChartBucket[] =>
  bins.map(({ from }, at) => ({ fromMs: from, toMs: bins[at + 1]?.from ?? end }));

/** The axis of a chart over values. */
export const valueAxis = ({ name, formatValue }: Pick<CutOffScale, 'name' | 'formatValue'>) => ({
  name,
  formatTick: ({ fromMs }: ChartBucket): string => formatValue(fromMs),
  formatBucket: ({ fromMs, toMs }: ChartBucket): string => `${formatValue(fromMs)} – ${formatValue(toMs)}`,
});

/** The cut-off as a chart over bins takes it: moved from bin to bin. */
export const binCut = (scale: CutOffScale, label: string) => ({
  at: Math.max(
    0,
    scale.points.findIndex((point) => point === pointAt(scale)),
  ),
  label,
  text: scale.formatValue(pointAt(scale)?.cutOff ?? scale.cutOff),
  onMove: (at: number) => scale.onCutOff(scale.points[at]?.cutOff ?? scale.end),
});

const CALLS: Readonly<Record<CutDecision, string>> = {
  Review: 'Review("CUT_OFF")',
  Reject: 'Reject("CUT_OFF")',
  Challenge: 'Challenge("Email", "CUT_OFF")',
};

/** The text of a clause that decides about events at or above a cut-off. @param value an expression that is a number */
export const cutOffClause = (decision: CutDecision, value: string, cutOff: number): string =>
  `RETURN ${CALLS[decision]}\nWHEN ${value} >= ${cutOff}`;
