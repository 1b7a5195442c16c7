import {
  type Backtest,
  type BodyIn,
  cancelBacktest,
  getBacktest,
  getBacktests,
  startBacktest,
} from '@redoubt/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiCall } from '../../../api/api-call.ts';
import type { RulePlace } from '../../../shared/assessments/assessment.ts';

/** What backtests are about. */
export type Tried = { readonly ruleId: string } | { readonly branch: string };

export const backtestKeys = {
  list: ({ environmentId, assessment }: RulePlace, tried: Tried) =>
    ['backtests', environmentId, 'of', assessment, tried] as const,
  one: (environmentId: string, id: string) => ['backtests', environmentId, 'one', id] as const,
};

/** How often a running backtest is looked at. */
const LOOK_MS = 600;

export const isRunning = (backtest: Pick<Backtest, 'status'> | undefined): boolean =>
  backtest?.status === 'waiting' || backtest?.status === 'running';

/** The backtests a rule or a branch had, newest first. */
export const backtestsQuery = (call: ApiCall, place: RulePlace, tried: Tried) =>
  queryOptions({
    queryKey: backtestKeys.list(place, tried),
    queryFn: async ({ signal }) => (await call(getBacktests, { params: place, query: tried, signal })).backtests,
    staleTime: 0,
  });

/** One backtest, read again until it has ended. */
export const backtestQuery = (call: ApiCall, place: RulePlace, backtestId: string) =>
  queryOptions({
    queryKey: backtestKeys.one(place.environmentId, backtestId),
    queryFn: ({ signal }) => call(getBacktest, { params: { ...place, backtestId }, signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK_MS : false),
    staleTime: Infinity,
  });

export const start = (call: ApiCall, place: RulePlace, body: BodyIn<typeof startBacktest>): Promise<Backtest> =>
  call(startBacktest, { params: place, body });

export const cancel = (call: ApiCall, place: RulePlace, backtestId: string): Promise<Backtest> =>
  call(cancelBacktest, { params: { ...place, backtestId } });
