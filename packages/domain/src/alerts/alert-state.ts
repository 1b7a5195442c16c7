import type { UsualRange } from '../reports/usual-range.ts';
import type { AlertRule } from './alert.ts';

/** One window of a series. */
export type AlertPoint = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Null where there is nothing to measure, such as a share of no events. */
  readonly value: number | null;
  /** Null where too few earlier weeks are known, and for thresholds. */
  readonly range: UsualRange | null;
};

/** Whether a window is outside what is expected; null where that is not known. */
export const isOutside = ({ condition, threshold }: AlertRule, { value, range }: AlertPoint): boolean | null => {
  if (value === null) return null;
  if (condition === 'unusual') return range && (value < range.low || value > range.high);
  if (threshold === null) return null;
  return condition === 'above' ? value > threshold : value < threshold;
};

/** A time in which the condition held. */
export type AlertFiring = {
  readonly openedMs: number;
  /** Null where it still holds. */
  readonly closedMs: number | null;
};

/**
 * Where an alert stands after the last of some windows. It opens when the condition held for all windows of the row, and closes
 * with the first window in which it does not. A window of which nothing is known ends no alert and opens none.
 */
export const isOpenAfter = (rule: AlertRule, points: readonly AlertPoint[], wasOpen: boolean): boolean => {
  const last = points.at(-1);
  if (last === undefined) return wasOpen;
  if (wasOpen) return isOutside(rule, last) !== false;
  const row = points.slice(-rule.row);
  return row.length === rule.row && row.every((point) => isOutside(rule, point) === true);
};

/** When an alert would have opened and closed over some windows. */
export const firingsOf = (rule: AlertRule, points: readonly AlertPoint[]): readonly AlertFiring[] => {
  const firings: AlertFiring[] = [];
  let openedMs: number | null = null;
  for (const [at, { toMs }] of points.entries()) {
    const isOpen = isOpenAfter(rule, points.slice(Math.max(0, at + 1 - rule.row), at + 1), openedMs !== null);
    if (isOpen === (openedMs !== null)) continue;
    if (openedMs !== null) firings.push({ openedMs, closedMs: toMs });
    openedMs = isOpen ? toMs : null;
  }
  return openedMs === null ? firings : [...firings, { openedMs, closedMs: null }];
};
