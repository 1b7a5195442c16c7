import { CASE_HOLD_MS, MAX_CASE_HOLD_MS } from './queue.ts';

/** An amount above which a second person reviews a case, in one currency. */
export type SecondReviewLimit = {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly amount: number;
};

/** How an environment works on its cases. */
export type CaseSettings = {
  /** How long a new case settles before it can be taken. */
  readonly holdMs: number;
  readonly secondReview: {
    /** Share of decided cases that a second person reviews without seeing the first decision, in per cent. */
    readonly sharePercent: number;
    /** One for a currency at most; cases above it are always reviewed twice. */
    readonly limits: readonly SecondReviewLimit[];
  };
  /** Whether reports leave out which agent did what. */
  readonly hidesAgents: boolean;
  /** Whether personal fields are masked for roles that do not need them, here and below. */
  readonly masksPersonal: boolean;
};

/** Most currencies that have a limit of their own. */
export const MAX_SECOND_REVIEW_LIMITS = 40;

/** Shortest and longest time that a new case may settle. */
export const CASE_HOLD_RANGE_MS = { least: 0, most: MAX_CASE_HOLD_MS } as const;

/** What holds where an environment has no settings of its own. */
export const DEFAULT_CASE_SETTINGS: CaseSettings = {
  holdMs: CASE_HOLD_MS,
  secondReview: { sharePercent: 0, limits: [] },
  hidesAgents: false,
  masksPersonal: false,
};

/** Whether a case of that amount is always reviewed twice; one in a currency without a limit is not. */
export const isAboveSecondReviewLimit = (
  { limits }: CaseSettings['secondReview'],
  amount: number | null,
  currency: string | null,
): boolean => amount !== null && limits.some((limit) => limit.currency === currency && amount > limit.amount);

/**
 * Whether a case is decided by two people.
 *
 * @param drawn number that was drawn for it, from 0 up to but not including 1.
 */
export const wantsSecondReview = (
  secondReview: CaseSettings['secondReview'],
  { amount, currency }: { readonly amount: number | null; readonly currency: string | null },
  drawn: number,
): boolean => isAboveSecondReviewLimit(secondReview, amount, currency) || drawn * 100 < secondReview.sharePercent;

/** Indexes of limits whose currency stands before them already. */
export const repeatedLimits = (limits: readonly SecondReviewLimit[]): readonly number[] =>
  limits.flatMap(({ currency }, index) =>
    limits.findIndex((each) => each.currency === currency) < index ? [index] : [],
  );
