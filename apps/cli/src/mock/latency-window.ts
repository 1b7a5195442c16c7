/** Percentiles over the newest answers. */
export type LatencyWindow = {
  readonly add: (tookMs: number) => void;
  /** The nearest-rank percentile in milliseconds; null before the first answer. */
  readonly percentile: (share: number) => number | null;
};

export const createLatencyWindow = (size = 2000): LatencyWindow => {
  const values = new Float64Array(size);
  let added = 0;
  return {
    add: (tookMs) => {
      values[added % size] = tookMs;
      added += 1;
    },
    percentile: (share) => {
      const count = Math.min(added, size);
      if (count === 0) return null;
      const sorted = values.slice(0, count).sort();
      return sorted[Math.min(count - 1, Math.ceil(share * count) - 1)] ?? null;
    },
  };
};
