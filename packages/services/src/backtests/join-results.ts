import type { BacktestCount, BacktestResult } from '@redoubt/contracts';
import { DECISIONS } from '@redoubt/domain';
import { addAmounts, earliest, MAX_CLAUSE_SAMPLES, MAX_MESSAGES, MAX_SAMPLES } from './tally.ts';

const countOf = (counts: readonly BacktestCount[]): BacktestCount => {
  const sum = (part: (count: BacktestCount) => number): number => counts.reduce((total, each) => total + part(each), 0);
  return {
    events: sum(({ events }) => events),
    fraud: sum(({ fraud }) => fraud),
    genuine: sum(({ genuine }) => genuine),
    amounts: addAmounts(counts.flatMap(({ amounts }) => amounts)),
  };
};

const byDecision = (parts: readonly BacktestResult['before'][]): BacktestResult['before'] =>
  Object.fromEntries(
    DECISIONS.map((decision) => [decision, countOf(parts.map((part) => part[decision]))]),
  ) as BacktestResult['before'];

const changesOf = (parts: readonly BacktestResult[]): BacktestResult['changes'] =>
  [
    ...Map.groupBy(
      parts.flatMap(({ changes }) => changes),
      ({ before, after }) => `${before} ${after}`,
    ).values(),
  ]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const samples = earliest(
        same.flatMap((change) => change.samples),
        MAX_SAMPLES,
      );
      return [{ before: first.before, after: first.after, ...countOf(same), samples }];
    })
    .toSorted((a, b) => b.events - a.events);

const unknownOf = (parts: readonly BacktestResult[]): BacktestResult['unknown'] => {
  const same = Map.groupBy(
    parts.flatMap(({ unknown }) => unknown),
    ({ kind, name }) => `${kind} ${name}`,
  );
  return [...same.values()]
    .flatMap((counts) =>
      counts.slice(0, 1).map((one) => ({ ...one, events: counts.reduce((sum, { events }) => sum + events, 0) })),
    )
    .toSorted((a, b) => b.events - a.events);
};

/** One result of the parts of a history that several threads decided. */
export const joinResults = (parts: readonly BacktestResult[]): BacktestResult => ({
  events: parts.reduce((sum, { events }) => sum + events, 0),
  before: byDecision(parts.map(({ before }) => before)),
  after: byDecision(parts.map(({ after }) => after)),
  changes: changesOf(parts),
  clauses: (parts[0]?.clauses ?? []).map(({ name }, index) => {
    const countsOf = (which: 'fired' | 'decided' | 'changed'): BacktestCount =>
      countOf(parts.flatMap(({ clauses }) => clauses[index]?.[which] ?? []));
    const samplesOf = (which: 'fired' | 'decided' | 'changed') =>
      earliest(
        parts.flatMap(({ clauses }) => clauses[index]?.samples?.[which] ?? []),
        MAX_CLAUSE_SAMPLES,
      );
    const samples = { fired: samplesOf('fired'), decided: samplesOf('decided'), changed: samplesOf('changed') };
    return { name, fired: countsOf('fired'), decided: countsOf('decided'), changed: countsOf('changed'), samples };
  }),
  errors: {
    events: parts.reduce((sum, { errors }) => sum + errors.events, 0),
    messages: [...new Set(parts.flatMap(({ errors }) => errors.messages))].slice(0, MAX_MESSAGES),
  },
  unknown: unknownOf(parts),
});
