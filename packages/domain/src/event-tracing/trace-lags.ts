/**
 * Upper ends, inclusive, of the spans in which it is counted how long events took to their destination, in milliseconds; longer
 * ones belong to a last span without an end.
 */
export const TRACE_LAG_ENDS_MS = [100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000] as const;

export const TRACE_LAG_SPANS: number = TRACE_LAG_ENDS_MS.length + 1;

/** The number of the span that a time belongs to; a time below 0, of clocks that differ, belongs to the first. */
export const traceLagSpan = (lagMs: number): number => {
  const at = TRACE_LAG_ENDS_MS.findIndex((endMs) => lagMs <= endMs);
  return at === -1 ? TRACE_LAG_ENDS_MS.length : at;
};

/**
 * The number of the span in which a share of the events had arrived, by nearest rank; null of no events.
 *
 * @param counts events by span. @param share from 0 to 1
 */
export const traceLagShare = (counts: readonly number[], share: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(total * share));
  let passed = 0;
  return counts.findIndex((count) => (passed += count) >= rank);
};
