import { DAY_MS, HOUR_MS } from '@redoubt/kernel';
import { InvalidArgumentError } from 'commander';
import { instantOf } from '../fql/eval/instant.ts';

/** A moment as it was asked for; ages are taken from now when the command runs. */
export type AskedMoment = (nowMs: number) => Date;

const AGE = /^(\d{1,5})([hd])$/;

/** `2026-03-01`, `2026-03-01T10:00:00Z`, `30d`, `12h`, `now`, or `start` for the first event there is. */
export const momentOf = (text: string): AskedMoment => {
  if (text === 'now') return (nowMs) => new Date(nowMs);
  if (text === 'start') return () => new Date(0);
  const [, amount, unit] = AGE.exec(text) ?? [];
  if (amount !== undefined) {
    const ageMs = Number(amount) * (unit === 'h' ? HOUR_MS : DAY_MS);
    return (nowMs) => new Date(nowMs - ageMs);
  }
  const atMs = /^\d{4}-/.test(text) ? instantOf(text) : Number.NaN;
  if (Number.isNaN(atMs)) {
    throw new InvalidArgumentError(
      'Give a date such as 2026-03-01 or 2026-03-01T10:00:00Z, an age such as 30d, now, or start.',
    );
  }
  return () => new Date(atMs);
};
