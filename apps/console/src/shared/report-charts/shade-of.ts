/** A shade for each of so many values, from dark to light. */
export const shadeOf = (at: number, count: number): string =>
  `color-mix(in srgb, var(--chart-1) ${Math.round(92 - (at * 74) / Math.max(1, count - 1))}%, var(--bg-page))`;
