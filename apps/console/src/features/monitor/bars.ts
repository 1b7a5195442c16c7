import type { Monitor } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';
import type { BarBucket } from '@redoubt/ui';

/** The bars of a monitor as a chart takes them: counts, or the share each decision has of its bar in percent. */
export const monitorBuckets = (
  { bars, stepMinutes, asOf }: Pick<Monitor, 'bars' | 'stepMinutes' | 'asOf'>,
  asShare: boolean,
): readonly BarBucket[] => {
  const asOfMs = Date.parse(asOf);
  return bars.map(({ from, decisions, before }) => {
    const fromMs = Date.parse(from);
    const toMs = fromMs + stepMinutes * 60_000;
    const total = DECISIONS.reduce((sum, decision) => sum + (decisions[decision] ?? 0), 0);
    const shareOf = (count: number): number => (total === 0 ? 0 : (count / total) * 100);
    const counts = Object.fromEntries(
      DECISIONS.map((decision) => {
        const count = decisions[decision] ?? 0;
        return [decision, asShare ? shareOf(count) : count];
      }),
    );
    return { fromMs, toMs, counts, before, unfinished: fromMs <= asOfMs && asOfMs < toMs };
  });
};
