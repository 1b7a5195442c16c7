import { DAY_MS, HOUR_MS } from '@redoubt/kernel';

/** Shopping by local hour, relative to the mean of the day: quiet at four, a bump at noon, the peak at half past eight. */
const BY_HOUR: readonly number[] = [
  0.45, 0.25, 0.15, 0.12, 0.1, 0.15, 0.35, 0.6, 0.85, 1.05, 1.2, 1.3, 1.4, 1.3, 1.2, 1.2, 1.25, 1.35, 1.5, 1.75, 1.95,
  1.8, 1.25, 0.8,
];

/** How busy an hour is, 1 on average, at the time of day in the given zone; moves evenly from hour to hour. */
export const activityAt = (nowMs: number, utcOffsetHours: number): number => {
  const localMs = (((nowMs + utcOffsetHours * HOUR_MS) % DAY_MS) + DAY_MS) % DAY_MS;
  const hour = Math.floor(localMs / HOUR_MS);
  const share = (localMs % HOUR_MS) / HOUR_MS;
  const current = BY_HOUR[hour] ?? 1;
  const following = BY_HOUR[(hour + 1) % 24] ?? 1;
  return current + (following - current) * share;
};
