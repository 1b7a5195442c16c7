/**
 * Upper bounds of the latencies that are distinguished, in milliseconds; what takes longer stands behind the last one. About
 * 1.5 apart from each other, so a percentile is at most half as much again as it is said to be.
 */
export const LATENCY_BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 3000, 5000,
] as const;

export const LATENCY_CLASSES = LATENCY_BOUNDS_MS.length + 1;

export const latencyClassOf = (ms: number): number => {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound);
  return index < 0 ? LATENCY_BOUNDS_MS.length : index;
};

/**
 * Bound in milliseconds that a share of the calls did not pass; the last bound for calls behind it, null without calls.
 *
 * @param latency calls by class, see `latencyClassOf`.
 */
export const latencyPercentile = (latency: readonly number[], share: number): number | null => {
  const calls = latency.reduce((sum, count) => sum + count, 0);
  if (calls === 0) return null;
  let seen = 0;
  for (const [index, count] of latency.entries()) {
    seen += count;
    if (seen >= share * calls) return LATENCY_BOUNDS_MS[index] ?? LATENCY_BOUNDS_MS.at(-1) ?? null;
  }
  return null;
};
