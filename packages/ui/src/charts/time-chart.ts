import { niceCeiling } from './scale.ts';

/** A span of time that a point or bar of a chart stands for. */
export type ChartBucket = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Still filling: drawn lighter. */
  readonly unfinished?: boolean;
};

/** Between which values a series usually lies. */
export type ChartRange = { readonly low: number; readonly high: number };

export type ChartSeries = {
  readonly id: string;
  readonly name: string;
  /** A CSS colour: a variable of the tokens. */
  readonly fill: string;
  /** One for each bucket; null where nothing can be said, such as a share of nothing. */
  readonly values: readonly (number | null)[];
  /** What it is compared with, one for each bucket. */
  readonly before?: readonly (number | null)[] | undefined;
  /** The usual range of each bucket. */
  readonly band?: readonly (ChartRange | null)[] | undefined;
};

/** A moment worth seeing, such as a rule that was published; `href` leads to it. */
export type ChartMark = {
  readonly atMs: number;
  readonly letter: string;
  readonly text: string;
  readonly href?: string | undefined;
};

export type ChartShape = 'lines' | 'bars';

/** The least value below 0; 0 where there is none. */
const lowestOf = (series: readonly ChartSeries[]): number =>
  series
    .flatMap(({ values, before = [] }) => [...values, ...before])
    .reduce<number>((lowest, value) => Math.min(lowest, value ?? 0), 0);

/** The largest value a chart has to show: lines each for themselves, bars on top of each other. */
const highestOf = (shape: ChartShape, buckets: number, series: readonly ChartSeries[]): number => {
  const own = series.flatMap(({ before = [], band = [] }) => [
    ...before.map((value) => value ?? 0),
    ...band.map((range) => range?.high ?? 0),
  ]);
  const drawn =
    shape === 'lines'
      ? series.flatMap(({ values }) => values.map((value) => value ?? 0))
      : Array.from({ length: buckets }, (_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  return [...own, ...drawn].reduce((highest, value) => Math.max(highest, value), 0);
};

/** Where the axis ends and its lines: whole numbers for counts, tenths and less for shares. */
export const axisOf = (
  shape: ChartShape,
  buckets: number,
  series: readonly ChartSeries[],
  parts: number,
  ceiling?: number,
): { readonly top: number; readonly bottom: number; readonly lines: readonly number[] } => {
  const highest = ceiling ?? highestOf(shape, buckets, series);
  const lowest = lowestOf(series);
  if (lowest < 0) {
    const line = niceCeiling(Math.max(highest, -lowest)) / 2;
    const [above, below] = [Math.ceil(highest / line), Math.ceil(-lowest / line)];
    const lines = Array.from({ length: above + below + 1 }, (_, at) => (at - below) * line);
    return { top: above * line, bottom: -below * line, lines };
  }
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const scale = isWhole || highest >= 1 || highest <= 0 ? 1 : 10 ** (1 - Math.floor(Math.log10(highest)));
  const top = niceCeiling(highest * scale) / scale;
  const lines = Array.from({ length: parts }, (_, at) => (top * (at + 1)) / parts);
  return { top, bottom: 0, lines: isWhole ? lines.filter((line) => Number.isInteger(line)) : lines };
};

/** Rows of bucket indexes that follow each other without a gap in `values`. */
export const runsOf = (values: readonly unknown[]): readonly (readonly number[])[] => {
  const runs: number[][] = [];
  let open: number[] | null = null;
  for (const [at, value] of values.entries()) {
    if (value === null || value === undefined) open = null;
    else if (open === null) runs.push((open = [at]));
    else open.push(at);
  }
  return runs;
};

/** Heights of labels moved apart so that none is closer than `gap` to the next, in the order of their places. */
export const spreadLabels = (
  places: readonly number[],
  gap: number,
  least: number,
  most: number,
): readonly number[] => {
  const order = places.map((_, at) => at).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = [...places];
  let above = least - gap;
  for (const at of order) {
    above = Math.max(spread[at] ?? 0, above + gap);
    spread[at] = above;
  }
  let below = most + gap;
  for (const at of order.toReversed()) {
    below = Math.min(spread[at] ?? 0, below - gap);
    spread[at] = below;
  }
  return spread;
};

const STEPS = [1, 2, 3, 4, 6, 7, 12, 14, 24, 28, 48, 56, 72, 96, 168, 336];

/** Which buckets are labelled on the axis: every nth, so that at most `most` are. */
export const labelledBuckets = (buckets: number, most: number): readonly number[] => {
  const step = STEPS.find((each) => buckets / each <= Math.max(1, most)) ?? buckets;
  return Array.from({ length: Math.ceil(buckets / step) }, (_, at) => at * step);
};

/** The series nearest to a height in a bucket: of lines the closest point, of bars the piece that holds it. */
export const seriesAt = (shape: ChartShape, series: readonly ChartSeries[], at: number, value: number): number => {
  if (shape === 'lines') {
    const distances = series.map(({ values }) => Math.abs((values[at] ?? Number.POSITIVE_INFINITY) - value));
    return distances.indexOf(Math.min(...distances));
  }
  let sum = 0;
  const held = series.findIndex(({ values }) => (sum += values[at] ?? 0) >= value);
  return held < 0 ? series.length - 1 : held;
};
