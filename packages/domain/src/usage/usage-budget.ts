import { dayStartMs } from '../currencies/exchange-rate.ts';

/**
 * What usage is counted for: the two generations of the public API, assessments that customers defined, and transactions of
 * tills that loss prevention scores.
 */
export const USAGE_CAPABILITIES = ['purchase', 'account', 'assessment', 'lossPrevention'] as const;
export type UsageCapability = (typeof USAGE_CAPABILITIES)[number];

/** How long a budget lasts; it begins again when it is over. */
export const BUDGET_PERIODS = ['month', 'year'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Counted assessments of a capability that are planned for a period. It alerts and never stops a decision. */
export type UsageBudget = {
  /** Counted assessments. */
  readonly amount: number;
  readonly period: BudgetPeriod;
  /** The first day of the first period, of UTC, `2026-03-01`; every later period begins on the same day. */
  readonly startsOn: string;
  /** Percent of the amount at which people are notified, rising. */
  readonly alertsAt: readonly number[];
};

export const MAX_BUDGET = 1_000_000_000_000;
export const DEFAULT_ALERTS_AT: readonly number[] = [80, 100];
export const MAX_ALERTS_AT = 5;
/** In percent: beyond twice the amount a new budget is of more use than an alert. */
export const MAX_ALERT_PERCENT = 200;
/** Every month has it. */
export const MAX_BUDGET_DAY = 28;

const PERCENT = 100;

/** Whether every period can begin on a day: it exists in every month. */
export const isBudgetStart = (day: string): boolean => {
  const ms = dayStartMs(day);
  return ms !== null && new Date(ms).getUTCDate() <= MAX_BUDGET_DAY;
};

/** Whether percents rise, none twice. */
export const isRising = (percents: readonly number[]): boolean =>
  percents.every((percent, index) => index === 0 || percent > (percents[index - 1] ?? 0));

/** A period of a budget, in milliseconds since 1970; its end is the begin of the next one. */
export type BudgetSpan = { readonly fromMs: number; readonly toMs: number };

/** The period that a moment lies in; null before the first one begins. */
export const budgetSpan = (
  { period, startsOn }: Pick<UsageBudget, 'period' | 'startsOn'>,
  nowMs: number,
): BudgetSpan | null => {
  const startMs = dayStartMs(startsOn);
  if (startMs === null || nowMs < startMs) return null;
  const [start, now] = [new Date(startMs), new Date(nowMs)];
  const beginOf = (shift: number): number =>
    period === 'month'
      ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift, start.getUTCDate())
      : Date.UTC(now.getUTCFullYear() + shift, start.getUTCMonth(), start.getUTCDate());
  const shift = beginOf(0) > nowMs ? -1 : 0;
  return { fromMs: beginOf(shift), toMs: beginOf(shift + 1) };
};

/** What is used of a budget. */
export type BudgetUse = {
  /** Counted assessments since the period began. */
  readonly used: number;
  /** Of the amount. */
  readonly percent: number;
  /** By the end of the period at the pace so far; null as it begins. */
  readonly projected: number | null;
};

export const budgetUse = (
  { amount }: Pick<UsageBudget, 'amount'>,
  { fromMs, toMs }: BudgetSpan,
  used: number,
  nowMs: number,
): BudgetUse => {
  const share = (nowMs - fromMs) / (toMs - fromMs);
  return { used, percent: (used / amount) * PERCENT, projected: share > 0 ? Math.round(used / share) : null };
};

/** Percents that are reached, rising. */
export const reachedPercents = ({ amount, alertsAt }: UsageBudget, used: number): readonly number[] =>
  alertsAt.filter((percent) => used * PERCENT >= amount * percent);
