import type { SecondReviewLimit } from '@redoubt/domain';
import { linesOf } from './lines-of.ts';

/** Limits as people type them, a line for each: `EUR 500`. */
export const limitLines = (limits: readonly SecondReviewLimit[]): string =>
  limits.map(({ currency, amount }) => `${currency} ${amount}`).join('\n');

/** What lines say; one that says something else becomes a limit that the schema refuses. */
export const limitsOf = (lines: string): SecondReviewLimit[] =>
  linesOf(lines).map((line) => {
    const [currency = '', amount = '', ...rest] = line.split(/\s+/);
    return {
      currency: currency.toUpperCase(),
      amount: amount === '' || rest.length > 0 ? Number.NaN : Number(amount),
    };
  });
