import type { Backtest, RuleText } from '@redoubt/contracts';
import type { BacktestBaseline } from '@redoubt/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../app/console-context.tsx';
import { backtestKeys, backtestQuery, backtestsQuery, cancel, isUnderWay, start } from './backtests.queries.ts';
import type { RulePlace } from '../rules/assessment.ts';
import { type Period, resolvePeriod } from './period.ts';

export type TriedText = Pick<RuleText, 'condition' | 'clauses'>;

export type RuleBacktest = {
  /** The newest backtest of the rule; null where there is none, undefined while that is not known. */
  readonly backtest: Backtest | null | undefined;
  /** It tried exactly the text that is there now. */
  readonly isCurrent: boolean;
  readonly underWay: boolean;
  readonly starting: boolean;
  readonly error: unknown;
  readonly start: (period: Period, baseline: BacktestBaseline) => void;
  readonly cancel: () => void;
  readonly retry: () => void;
};

const sameText = (a: TriedText, b: TriedText): boolean =>
  a.condition === b.condition &&
  a.clauses.length === b.clauses.length &&
  a.clauses.every(({ name, code }, index) => b.clauses[index]?.name === name && b.clauses[index].code === code);

/** The newest backtest of a rule, followed until it has ended, and the ways to begin and end one. */
export const useBacktest = (
  rule: RulePlace & { readonly id: string; readonly name: string },
  text: TriedText,
): RuleBacktest => {
  const { environmentId, assessment, id: ruleId, name: ruleName } = rule;
  const place = { environmentId, assessment };
  const call = useCall();
  const client = useQueryClient();
  const list = useQuery(backtestsQuery(call, place, ruleId));
  const [started, setStarted] = useState<string | null>(null);
  const newest = started ?? list.data?.[0]?.id ?? null;
  const one = useQuery({ ...backtestQuery(call, place, newest ?? ''), enabled: newest !== null });
  const keep = (backtest: Backtest): void => {
    client.setQueryData(backtestKeys.one(environmentId, backtest.id), backtest);
  };
  const starting = useMutation({
    mutationFn: ({ period, baseline }: { readonly period: Period; readonly baseline: BacktestBaseline }) => {
      const { condition, clauses } = text;
      const asked = { baseline, ...resolvePeriod(period, Date.now()) };
      const body = { ruleId, ruleName, condition, clauses: [...clauses], ...asked };
      return start(call, place, body);
    },
    onSuccess: (backtest) => {
      keep(backtest);
      setStarted(backtest.id);
    },
  });
  const cancelling = useMutation({
    mutationFn: (backtestId: string) => cancel(call, place, backtestId),
    onSuccess: keep,
  });
  const backtest = newest === null ? (list.data ? null : undefined) : one.data;
  return {
    backtest,
    isCurrent: backtest !== null && backtest !== undefined && sameText(backtest, text),
    underWay: isUnderWay(backtest ?? undefined),
    starting: starting.isPending,
    error: starting.error ?? cancelling.error ?? one.error ?? list.error,
    start: (period, baseline) => starting.mutate({ period, baseline }),
    cancel: () => newest !== null && cancelling.mutate(newest),
    retry: () => {
      starting.reset();
      cancelling.reset();
      void list.refetch();
      if (newest !== null) void one.refetch();
    },
  };
};
