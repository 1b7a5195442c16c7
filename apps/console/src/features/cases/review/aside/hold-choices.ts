import { MAX_CASE_HOLD_MS } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';

/** Until when a case can be put on hold by one key. */
export const HOLD_CHOICES = ['1h', '4h', 'tomorrow', 'monday'] as const;
export type HoldChoice = (typeof HOLD_CHOICES)[number];

/** Hour of the day at which work begins, in the time of this computer. */
const MORNING_HOUR = 9;

const morning = (nowMs: number, days: number): number => {
  const at = new Date(nowMs);
  at.setDate(at.getDate() + days);
  at.setHours(MORNING_HOUR, 0, 0, 0);
  return at.getTime();
};

/** The moment a choice stands for; `monday` is the next one, never today. */
export const holdUntil = (choice: HoldChoice, nowMs: number): number => {
  if (choice === '1h') return nowMs + HOUR_MS;
  if (choice === '4h') return nowMs + 4 * HOUR_MS;
  if (choice === 'tomorrow') return morning(nowMs, 1);
  const weekday = new Date(nowMs).getDay();
  return morning(nowMs, (8 - weekday) % 7 || 7);
};

/** What is wrong with a moment that was typed. */
export const holdProblem = (untilMs: number | null, nowMs: number): 'noTime' | 'past' | 'tooFar' | undefined => {
  if (untilMs === null || Number.isNaN(untilMs)) return 'noTime';
  if (untilMs <= nowMs) return 'past';
  return untilMs > nowMs + MAX_CASE_HOLD_MS ? 'tooFar' : undefined;
};
