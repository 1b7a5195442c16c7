/** Weeks that a usual day is made of, and how many of them there have to be. */
export const USUAL_BACKLOG_WEEKS = 8;
export const LEAST_BACKLOG_WEEKS = 4;
/** Hours that are answered: those of the last day, and those that are drawn ahead of now. */
export const BACKLOG_HOURS = 24;
export const BACKLOG_HOURS_AHEAD = 6;

const WEEK_HOURS = 168;

/** Between which values half of the weeks lay, and the value in their middle. */
export type BacklogRange = { readonly low: number; readonly middle: number; readonly high: number };

/** Quantile of sorted values, between the two that it falls between: `p` from 0 to 1. */
const quantile = (sorted: readonly number[], p: number): number => {
  const at = (sorted.length - 1) * p;
  const below = sorted[Math.floor(at)] ?? 0;
  return below + ((sorted[Math.ceil(at)] ?? below) - below) * (at - Math.floor(at));
};

/**
 * What is usual in each hour of a day: quartiles of the open cases at the end of the same hour of the same weekday (UTC) in the
 * weeks before. Null where fewer than `LEAST_BACKLOG_WEEKS` of them are known.
 *
 * @param opens open cases at the ends of hours on end; the last is the hour that fills now. Null where nothing is known yet.
 * @returns one range for each of the last `BACKLOG_HOURS` hours and of the `BACKLOG_HOURS_AHEAD` after them.
 */
export const usualBacklog = (opens: readonly (number | null)[]): readonly (BacklogRange | null)[] =>
  Array.from({ length: BACKLOG_HOURS + BACKLOG_HOURS_AHEAD }, (_, hour) => {
    const at = opens.length - BACKLOG_HOURS + hour;
    const known = Array.from({ length: USUAL_BACKLOG_WEEKS }, (__, week) => opens[at - (week + 1) * WEEK_HOURS])
      .filter((open) => typeof open === 'number')
      .toSorted((one, other) => one - other);
    return known.length < LEAST_BACKLOG_WEEKS
      ? null
      : { low: quantile(known, 0.25), middle: quantile(known, 0.5), high: quantile(known, 0.75) };
  });
