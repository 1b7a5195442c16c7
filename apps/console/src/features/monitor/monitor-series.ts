import type { Monitor, MonitorUsual, MonitorValueSeries } from '@redoubt/contracts';
import { DECISIONS, type Decision, type DegradedReason } from '@redoubt/domain';
import type { ChartBucket, ChartRange, ChartSeries } from '@redoubt/ui';
import { shadeOf } from '../../shared/report-charts/shade-of.ts';

const MINUTE_MS = 60_000;

/** Values drawn one by one; the others stand together. */
const MOST_DRAWN = 7;

/** The bars of a monitor; the last one still fills. */
export const monitorBuckets = ({ bars, stepMinutes, asOf }: Pick<Monitor, 'bars' | 'stepMinutes' | 'asOf'>) => {
  const asOfMs = Date.parse(asOf);
  return bars.map(({ from }): ChartBucket => {
    const fromMs = Date.parse(from);
    const toMs = fromMs + stepMinutes * MINUTE_MS;
    return { fromMs, toMs, unfinished: fromMs <= asOfMs && asOfMs < toMs };
  });
};

/** Events of a bar, whatever was decided. */
export const volumeOf = ({ decisions }: Monitor['bars'][number]): number =>
  DECISIONS.reduce((sum, decision) => sum + (decisions[decision] ?? 0), 0);

/** Ranges for the bars of an answer: they may have been read a few bars earlier, and are matched by their time. */
export const rangesFor = (
  monitor: Pick<Monitor, 'bars' | 'stepMinutes'>,
  usual: Pick<MonitorUsual, 'from' | 'stepMinutes'> | undefined,
  ranges: readonly (ChartRange | null)[] = [],
): readonly (ChartRange | null)[] => {
  if (usual === undefined || usual.stepMinutes !== monitor.stepMinutes) return monitor.bars.map(() => null);
  const firstMs = Date.parse(usual.from);
  return monitor.bars.map(
    ({ from }) => ranges[Math.round((Date.parse(from) - firstMs) / (usual.stepMinutes * MINUTE_MS))] ?? null,
  );
};

/** Counts of series by bar, or the share that each has of its bar in percent; nothing of an empty bar. */
export const asShares = (series: readonly ChartSeries[]): ChartSeries[] => {
  const sums = (series[0]?.values ?? []).map((_each, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  return series.map(({ values, before: _before, band: _band, ...each }) => ({
    ...each,
    values: values.map((value, at) => {
      const sum = sums[at] ?? 0;
      return sum === 0 ? 0 : ((value ?? 0) / sum) * 100;
    }),
  }));
};

type Named = { readonly value: string; readonly name: string; readonly bars: readonly number[] };

/** The largest values one by one and the rest as one, as bars that stand on each other. */
export const stackOf = (
  named: readonly Named[],
  rest: { readonly name: string; readonly bars: readonly number[] },
): ChartSeries[] => {
  const drawn = named.slice(0, MOST_DRAWN);
  const together = named
    .slice(MOST_DRAWN)
    .reduce<readonly number[]>((sum, { bars }) => sum.map((count, at) => count + (bars[at] ?? 0)), rest.bars);
  const hasRest = together.some((count) => count > 0);
  return [
    ...drawn.map(({ value, name, bars }, at) => ({ id: value, name, fill: shadeOf(at, drawn.length), values: bars })),
    ...(hasRest ? [{ id: OTHERS, name: rest.name, fill: 'var(--chart-bar-soft)', values: together }] : []),
  ];
};

/** The id of what stands together: no value is called so. */
export const OTHERS = '\u0000others';

/** Score buckets from low to high, darker the higher. */
export const scoreStack = (scores: readonly MonitorValueSeries[], nameOf: (from: number) => string): ChartSeries[] =>
  scores.map(({ value, bars }, at) => ({
    id: value,
    name: nameOf(Number(value)),
    fill: shadeOf(scores.length - 1 - at, scores.length),
    values: bars,
  }));

/** The id of the line of all degraded decisions: no reason is called so. */
export const ALL_DEGRADED = 'all';

/**
 * Decisions that lacked something and what it was, in counts or in percent of the events of a bar; a decision may lack several
 * things, so that the lines do not add up.
 */
export const degradedSeries = (
  { degraded, bars }: Pick<Monitor, 'degraded' | 'bars'>,
  asShare: boolean,
  names: { readonly all: string; readonly reason: (reason: DegradedReason) => string },
): ChartSeries[] => {
  const valuesOf = (counts: readonly number[]) =>
    bars.map((bar, at) => {
      const volume = volumeOf(bar);
      if (!asShare) return counts[at] ?? 0;
      return volume === 0 ? null : ((counts[at] ?? 0) / volume) * 100;
    });
  return [
    { id: ALL_DEGRADED, name: names.all, fill: 'var(--chart-1)', values: valuesOf(degraded.bars) },
    ...degraded.reasons.map(({ value, bars: counts }, at) => ({
      id: value,
      name: names.reason(value),
      fill: shadeOf(at + 1, degraded.reasons.length + 1),
      values: valuesOf(counts),
    })),
  ];
};

/** A finished bar outside its usual range. */
export type Unusual = {
  /** Null for all events. */
  readonly decision: Decision | null;
  readonly bucket: ChartBucket;
  readonly count: number;
  readonly range: ChartRange;
};

/** The newest finished bar of each series, where it lies outside its usual range. */
export const unusualNow = (monitor: Monitor, usual: MonitorUsual | undefined): readonly Unusual[] => {
  const buckets = monitorBuckets(monitor);
  const at = buckets.findLastIndex(({ unfinished, toMs }) => unfinished !== true && toMs <= Date.parse(monitor.asOf));
  const [bucket, bar] = [buckets[at], monitor.bars[at]];
  if (usual === undefined || bucket === undefined || bar === undefined) return [];
  const series = [
    { decision: null, count: volumeOf(bar), ranges: usual.events },
    ...DECISIONS.map((decision) => ({
      decision,
      count: bar.decisions[decision] ?? 0,
      ranges: usual.decisions[decision],
    })),
  ];
  return series.flatMap(({ decision, count, ranges }) => {
    const range = rangesFor(monitor, usual, ranges)[at];
    return range && (count < range.low || count > range.high) ? [{ decision, bucket, count, range }] : [];
  });
};
