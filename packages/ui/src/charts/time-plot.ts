import { FIGURE_PX } from './scale.ts';
import type { ChartBucket, ChartMark, ChartSeries, ChartShape } from './time-chart.ts';

/** Where things stand in a drawing, in pixels. */
export type Plot = {
  readonly left: number;
  readonly top: number;
  readonly baseline: number;
  /** Height of the value 0, which is the baseline where no value is below it. */
  readonly zero: number;
  /** Where the values end and the names of lines begin. */
  readonly right: number;
  /** Width of a bucket. */
  readonly step: number;
  readonly yOf: (value: number) => number;
  readonly valueAt: (y: number) => number;
  readonly xOf: (atMs: number) => number;
  readonly middleOf: (at: number) => number;
  /** Names stand at the ends of the lines. */
  readonly namesAtEnd: boolean;
  /** Where the names stand below that take the place of them; none where they stand at the ends. */
  readonly legend: readonly LegendPlace[];
};

/** The name of a series below the drawing, cut to what fits. */
export type LegendPlace = {
  readonly id: string;
  readonly fill: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
};

const TOP_PX = 14;
const MARKS_PX = 16;
const AXIS_PX = 18;
const FOOTER_PX = 15;
const LEGEND_PX = 18;
export const SWATCH_PX = 8;
const MOST_LEGEND_CHARACTERS = 40;
const END_GAP_PX = 8;
const AXIS_GAP_PX = 6;
/** Below it names at the ends of lines would take too much of the width. */
const NAMES_WIDTH_PX = 420;

/** Names in as many rows as the width asks for, the first row at 0. */
const legendRows = (series: readonly ChartSeries[], width: number): readonly LegendPlace[] => {
  let [x, y] = [0, 0];
  return series.map(({ id, fill, name: whole }) => {
    const name = whole.length > MOST_LEGEND_CHARACTERS ? `${whole.slice(0, MOST_LEGEND_CHARACTERS - 1)}…` : whole;
    const own = SWATCH_PX + 4 + name.length * FIGURE_PX + 12;
    if (x > 0 && x + own > width) [x, y] = [0, y + LEGEND_PX];
    x += own;
    return { id, fill, name, x: x - own, y };
  });
};

/** Geometry of a chart over time, `bottom` and `top` being the values where the axis begins and ends. */
export const plotOf = (asked: {
  readonly buckets: readonly ChartBucket[];
  readonly series: readonly ChartSeries[];
  readonly shape: ChartShape;
  readonly marks: readonly ChartMark[];
  readonly footer?: readonly string[] | undefined;
  readonly width: number;
  readonly height: number;
  readonly top: number;
  /** Where the axis begins: 0, or less. */
  readonly bottom: number;
  /** Values that the axis names. */
  readonly lines: readonly number[];
  readonly format: (value: number) => string;
}): Plot => {
  const { buckets, series, shape, marks, footer, width, height, top: ceiling, bottom, lines, format } = asked;
  const namesAtEnd = shape === 'lines' && series.length > 1 && width >= NAMES_WIDTH_PX;
  const hasLegend = series.length > 1 && !namesAtEnd;
  const longest = Math.max(
    0,
    ...series.map(({ name, values }) => name.length + 1 + format(values.findLast((each) => each !== null) ?? 0).length),
  );
  const namesPx = namesAtEnd ? Math.min(width / 3, longest * FIGURE_PX + END_GAP_PX) : 0;
  const top = TOP_PX + (marks.length > 0 ? MARKS_PX : 0);
  const rows = hasLegend ? legendRows(series, width) : [];
  const legendPx = hasLegend ? (rows.at(-1)?.y ?? 0) + LEGEND_PX : 0;
  const baseline = height - AXIS_PX - (footer === undefined ? 0 : FOOTER_PX) - legendPx;
  const right = width - namesPx;
  const left = Math.max(0, ...lines.map((line) => format(line).length)) * FIGURE_PX + AXIS_GAP_PX;
  const step = (right - left) / Math.max(1, buckets.length);
  const fromMs = buckets[0]?.fromMs ?? 0;
  const pixels = (baseline - top) / (ceiling - bottom);
  return {
    left,
    top,
    baseline,
    zero: baseline + bottom * pixels,
    right,
    step,
    yOf: (value) => baseline - (value - bottom) * pixels,
    valueAt: (y) => (baseline - y) / pixels + bottom,
    // Months are not of one length: a moment stands in its bucket.
    xOf: (atMs) => {
      const at = buckets.findLastIndex((bucket) => bucket.fromMs <= atMs);
      const bucket = buckets[at];
      if (bucket === undefined) return left;
      const part = (atMs - bucket.fromMs) / Math.max(1, bucket.toMs - bucket.fromMs);
      return left + (fromMs > atMs ? 0 : at + Math.min(1, part)) * step;
    },
    middleOf: (at) => left + (at + 0.5) * step,
    namesAtEnd,
    legend: rows.map((place) => ({ ...place, y: height - legendPx + LEGEND_PX - 4 + place.y })),
  };
};
