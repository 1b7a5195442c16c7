const MINUTE_S = 60;
const HOUR_S = 3600;
/** Below twice a unit the smaller one says more. */
const TWICE = 2;

export type TimeLeft = { readonly unit: 'secondsLeft' | 'minutesLeft' | 'hoursLeft'; readonly count: number };

/** A duration in the unit people would say it in. */
export const timeLeft = (seconds: number): TimeLeft => {
  if (seconds >= TWICE * HOUR_S) return { unit: 'hoursLeft', count: Math.round(seconds / HOUR_S) };
  if (seconds >= TWICE * MINUTE_S) return { unit: 'minutesLeft', count: Math.round(seconds / MINUTE_S) };
  return { unit: 'secondsLeft', count: Math.max(1, Math.round(seconds)) };
};
