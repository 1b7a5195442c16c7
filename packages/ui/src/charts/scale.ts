/**
 * A round number at or above a value, as the upper end of an axis: 1, 2, 2.5 or 5 times a power of ten, never less
 * than 1, so that a chart of nothing still has a scale.
 */
export const niceCeiling = (value: number): number => {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Math.ceil(step * power);
};

/** Lines of an axis from 0 to `top`: the middle and, in tall charts, both quarters, whole numbers only. */
export const gridLines = (top: number, height: number): readonly number[] => {
  const parts = height >= 140 ? [0.25, 0.5, 0.75, 1] : height >= 60 ? [0.5, 1] : [1];
  return [...new Set(parts.map((part) => top * part))].filter((line) => Number.isInteger(line));
};

/** Steps a time axis may take, in milliseconds. */
const TIME_STEPS_MS = [
  60_000, 300_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000,
  172_800_000, 604_800_000, 1_209_600_000, 2_592_000_000, 7_776_000_000,
];

/**
 * Times at which a time axis is labelled: multiples of a round step counted from the reader's midnight, at most `most`
 * of them.
 * @param utcOffsetMs the reader's distance east of UTC
 */
export const timeTicks = (fromMs: number, toMs: number, most: number, utcOffsetMs = 0): readonly number[] => {
  if (toMs <= fromMs || most < 1) return [];
  const step = TIME_STEPS_MS.find((each) => (toMs - fromMs) / each <= most) ?? (toMs - fromMs) / most;
  const first = Math.ceil((fromMs + utcOffsetMs) / step) * step - utcOffsetMs;
  const ticks: number[] = [];
  for (let at = first; at < toMs; at += step) ticks.push(at);
  return ticks;
};

/** About the width of a figure or letter in a chart's type, in pixels. */
export const FIGURE_PX = 6.5;

/** Keeps a text of that many signs, written at `x`, inside the chart: it hangs on its middle or, at an edge, on its end. */
export const anchorAt = (x: number, width: number, signs: number): 'start' | 'middle' | 'end' => {
  const halfPx = (signs * FIGURE_PX) / 2;
  return x < halfPx ? 'start' : x > width - halfPx ? 'end' : 'middle';
};
