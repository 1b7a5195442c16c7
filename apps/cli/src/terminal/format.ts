import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@redoubt/kernel';

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** 288062 → `288,062`. */
export const formatCount = (count: number): string => WHOLE.format(count);

/** Events per second: `4,812/s`, `0.5/s`. */
export const formatRate = (perSecond: number): string =>
  `${(perSecond >= 100 ? WHOLE : ONE_DIGIT).format(perSecond)}/s`;

/** `52 s`, `4 min 10 s`, `1 h 5 min`. */
export const formatDuration = (durationMs: number): string => {
  if (durationMs < MINUTE_MS) return `${Math.max(0, Math.round(durationMs / SECOND_MS))} s`;
  const minutes = Math.floor(durationMs / MINUTE_MS);
  if (durationMs < HOUR_MS) return `${minutes} min ${Math.floor((durationMs % MINUTE_MS) / SECOND_MS)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** `Approve 1,170 · Reject 21`, most frequent first; `none` where there are none. */
export const formatTally = (tally: Readonly<Record<string, number>>): string => {
  const parts = Object.entries(tally)
    .filter(([, count]) => count > 0)
    .toSorted(([, left], [, right]) => right - left)
    .map(([name, count]) => `${name} ${formatCount(count)}`);
  return parts.length === 0 ? 'none' : parts.join(' · ');
};
