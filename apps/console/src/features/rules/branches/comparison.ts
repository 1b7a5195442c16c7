import type { Experiment } from '@redoubt/contracts';
import { DECISIONS, type Decision } from '@redoubt/domain';
import type { BarBucket } from '@redoubt/ui';

/** Events of a pair of decisions, in every currency. */
export type Cell = {
  readonly production: Decision;
  readonly branch: Decision;
  readonly events: number;
  readonly amounts: readonly { readonly currency: string; readonly amount: number }[];
};

/** What was decided on either side; pairs that never came are absent. */
export const cellsOf = ({ decisions }: Pick<Experiment, 'decisions'>): readonly Cell[] =>
  DECISIONS.flatMap((production) =>
    DECISIONS.flatMap((branch): readonly Cell[] => {
      const own = decisions.filter((each) => each.production === production && each.branch === branch);
      if (own.length === 0) return [];
      return [
        {
          production,
          branch,
          events: own.reduce((sum, { events }) => sum + events, 0),
          amounts: own.map(({ currency, amount }) => ({ currency, amount })).filter(({ amount }) => amount !== 0),
        },
      ];
    }),
  );

/** Decisions that either side came to, in their usual order. */
export const decisionsIn = (cells: readonly Cell[]): readonly Decision[] =>
  DECISIONS.filter((decision) =>
    cells.some(({ production, branch }) => production === decision || branch === decision),
  );

/** Events with a decision on one side. */
export const eventsOn = (cells: readonly Cell[], side: 'production' | 'branch', decision: Decision): number =>
  cells.filter((cell) => cell[side] === decision).reduce((sum, { events }) => sum + events, 0);

export const differingEvents = (cells: readonly Cell[]): number =>
  cells.filter(({ production, branch }) => production !== branch).reduce((sum, { events }) => sum + events, 0);

/** Events over time: decided the same, and by what the branch would have decided where it differs. */
export const comparisonBuckets = ({ slots, partMs }: Pick<Experiment, 'slots' | 'partMs'>): readonly BarBucket[] => {
  const parts = Map.groupBy(slots, ({ at }) => Date.parse(at));
  if (parts.size === 0) return [];
  const from = Math.min(...parts.keys());
  const until = Math.max(...parts.keys());
  return Array.from({ length: (until - from) / partMs + 1 }, (_part, index): BarBucket => {
    const fromMs = from + index * partMs;
    const counts: Record<string, number> = {};
    for (const { production, branch, events } of parts.get(fromMs) ?? []) {
      const id = production === branch ? 'same' : branch;
      counts[id] = (counts[id] ?? 0) + events;
    }
    return { fromMs, toMs: fromMs + partMs, counts };
  });
};

/** Labelled events that one side stops and the other lets through. */
export const LABEL_GROUPS = ['fraudCaught', 'fraudMissed', 'goodHeld', 'goodSpared'] as const;
export type LabelGroup = (typeof LABEL_GROUPS)[number];

type Label = Experiment['labels'][number];

const isStopped = (decision: Decision): boolean => decision !== 'Approve';

const groupOf = ({ production, branch, isFraud }: Label): LabelGroup | null => {
  if (isStopped(production) === isStopped(branch)) return null;
  if (isStopped(branch)) return isFraud ? 'fraudCaught' : 'goodHeld';
  return isFraud ? 'fraudMissed' : 'goodSpared';
};

/** The events of a group, with what they are worth in each currency. */
export const labelledIn = (
  labels: readonly Label[],
  group: LabelGroup,
): { readonly events: number; readonly amounts: Cell['amounts'] } => {
  const own = labels.filter((label) => groupOf(label) === group);
  const sums = new Map<string, number>();
  for (const { currency, amount } of own) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return {
    events: own.reduce((sum, { events }) => sum + events, 0),
    amounts: [...sums].map(([currency, amount]) => ({ currency, amount })).filter(({ amount }) => amount !== 0),
  };
};
