import type { Backtest, BodyIn, RuleDetail, RuleText, startBacktest } from '@redoubt/contracts';
import type { BacktestBaseline } from '@redoubt/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { backtestQuery, backtestsQuery, cancel, isRunning, start, type Tried } from './backtests.queries.ts';
import { isStored } from '../../../shared/rules/links.ts';
import type { RulePlace } from '../../../shared/assessments/assessment.ts';
import { type Period, resolvePeriod } from './period.ts';

export type TriedText = Pick<RuleText, 'condition' | 'clauses'>;

/** The newest backtest of a rule or of a branch, and the ways to begin and end one. */
export type FollowedBacktest = {
  /** Null where there is none, undefined while that is not known. */
  readonly backtest: Backtest | null | undefined;
  /** It tried exactly what is there now. */
  readonly isCurrent: boolean;
  readonly isRunning: boolean;
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

type Asked = Omit<BodyIn<typeof startBacktest>, 'baseline' | 'from' | 'to'>;

/** Follows the newest backtest until it has ended. */
const useFollowed = (
  place: RulePlace,
  tried: Tried,
  asked: Asked,
  isOf: (backtest: Backtest) => boolean,
  enabled = true,
): FollowedBacktest => {
  const call = useCall();
  const client = useQueryClient();
  const isNew = 'ruleId' in tried && !isStored({ id: tried.ruleId });
  const list = useQuery({ ...backtestsQuery(call, place, tried), enabled: enabled && !isNew });
  const [started, setStarted] = useState<string | null>(null);
  const newest = started ?? list.data?.[0]?.id ?? null;
  const one = useQuery({ ...backtestQuery(call, place, newest ?? ''), enabled: newest !== null });
  const keep = (backtest: Backtest): void => {
    client.setQueryData(backtestQuery(call, place, backtest.id).queryKey, backtest);
  };
  const starting = useMutation({
    mutationFn: ({ period, baseline }: { readonly period: Period; readonly baseline: BacktestBaseline }) =>
      start(call, place, { ...asked, baseline, ...resolvePeriod(period, Date.now()) }),
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
    isCurrent: backtest !== null && backtest !== undefined && isOf(backtest),
    isRunning: isRunning(backtest ?? undefined),
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

type TriedRule = Pick<RuleDetail, 'environmentId' | 'assessment' | 'type' | 'id' | 'name'>;

/** The newest backtest of a rule; other types than rules that decide have none. */
export const useBacktest = (
  { environmentId, assessment, type, id: ruleId, name: ruleName }: TriedRule,
  text: TriedText,
): FollowedBacktest => {
  const { condition, clauses } = text;
  const asked = { ruleId, ruleName, condition, clauses: [...clauses] };
  const place = { environmentId, assessment, family: 'deciding' } as const;
  return useFollowed(place, { ruleId }, asked, (backtest) => sameText(backtest, text), type === 'decision');
};

/** The newest backtest of a branch as it is published; `state` names both lists as a promotion does. */
export const useBranchBacktest = (place: RulePlace, branch: string, state: string): FollowedBacktest =>
  useFollowed(place, { branch }, { branch }, (backtest) => backtest.state === state);
