import { DAY_MS, HOUR_MS } from '@redoubt/kernel';

const WEEK_HOURS = 168;

/** Weeks that a forecast looks back on, and hours that it looks ahead. */
export const FORECAST_WEEKS = 4;
export const FORECAST_HOURS = WEEK_HOURS;

/** Shortest time that a forecast is made from. */
const LEAST_HOURS = DAY_MS / HOUR_MS;

/** Cases of one hour: those that came and were not cancelled, and those that were decided, by people or by time-out. */
export type CaseHour = { readonly fromMs: number; readonly arrived: number; readonly decided: number };

export type BacklogForecast = {
  /** Whole hours that it is made from. */
  readonly hours: number;
  readonly arrivedPerDay: number;
  readonly decidedPerDay: number;
  /** Cases that wait at the end of each hour from now on. */
  readonly points: readonly { readonly atMs: number; readonly cases: number }[];
};

/** Hours from Monday 00:00 UTC; 1970-01-01 was a Thursday. */
const hourOfWeek = (ms: number): number => (Math.floor(ms / HOUR_MS) + 72) % WEEK_HOURS;

/**
 * Cases that will wait, hour by hour: B(t + 1) = max(0, B(t) + a(h) − d(h)), where a(h) and d(h) are the means of arrivals and
 * decisions in the same hour of the week over the last four weeks, or as much of them as there is. An hour of the week that
 * has not been there yet takes the mean of all hours. Means of decisions are what was done, not what could have been: where
 * queues ran empty, agents could do more.
 *
 * The means are the seasonal naïve method with a season of a week, averaged over four seasons: R. J. Hyndman and
 * G. Athanasopoulos, Forecasting: Principles and Practice, 3rd edition 2021, section 5.2. The recursion is Lindley's for a
 * queue: D. V. Lindley, The theory of queues with a single server, Mathematical Proceedings of the Cambridge Philosophical
 * Society 48 (1952), 277–289.
 *
 * @param sinceMs when the first case came: hours before are no quiet ones. The hour of `nowMs` still fills and is left out.
 * @returns null until a day of whole hours is known.
 */
export const forecastBacklog = (
  hours: readonly CaseHour[],
  { sinceMs, nowMs, backlog }: { readonly sinceMs: number; readonly nowMs: number; readonly backlog: number },
): BacklogForecast | null => {
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const startMs = Math.max(Math.ceil(sinceMs / HOUR_MS) * HOUR_MS, endMs - FORECAST_WEEKS * WEEK_HOURS * HOUR_MS);
  const count = Math.round((endMs - startMs) / HOUR_MS);
  if (count < LEAST_HOURS) return null;
  const known = hours.filter(({ fromMs }) => fromMs >= startMs && fromMs < endMs);
  const arrived = Array.from({ length: WEEK_HOURS }, () => 0);
  const decided = Array.from({ length: WEEK_HOURS }, () => 0);
  for (const hour of known) {
    const at = hourOfWeek(hour.fromMs);
    arrived[at] = (arrived[at] ?? 0) + hour.arrived;
    decided[at] = (decided[at] ?? 0) + hour.decided;
  }
  const seen = Array.from({ length: WEEK_HOURS }, () => 0);
  for (let ms = startMs; ms < endMs; ms += HOUR_MS) seen[hourOfWeek(ms)] = (seen[hourOfWeek(ms)] ?? 0) + 1;
  const sumOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0);
  const meanAt = (counts: readonly number[], at: number): number =>
    seen[at] ? (counts[at] ?? 0) / seen[at] : sumOf(counts) / count;
  let cases = backlog;
  const points = Array.from({ length: FORECAST_HOURS }, (_, index) => {
    const atMs = endMs + (index + 1) * HOUR_MS;
    const at = hourOfWeek(atMs - HOUR_MS);
    // Of the hour that still fills, what is left of it.
    const share = index === 0 ? (atMs - nowMs) / HOUR_MS : 1;
    cases = Math.max(0, cases + share * (meanAt(arrived, at) - meanAt(decided, at)));
    return { atMs, cases };
  });
  const perDay = (counts: readonly number[]): number => (sumOf(counts) / count) * (DAY_MS / HOUR_MS);
  return { hours: count, arrivedPerDay: perDay(arrived), decidedPerDay: perDay(decided), points };
};
