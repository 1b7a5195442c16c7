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
import { read, readKey } from '../../../api/read.ts';
import type { RulePlace } from '../../../shared/assessments/assessment.ts';

/** What backtests are about. */
export type Tried = { readonly ruleId: string } | { readonly branch: string };

const inPlace = ({ environmentId, assessment }: RulePlace) => ({ environmentId, assessment });

/** How often a running backtest is looked at. */
const LOOK_MS = 600;

export const isRunning = (backtest: Pick<Backtest, 'status'> | undefined): boolean =>
  backtest?.status === 'waiting' || backtest?.status === 'running';

/** The backtests a rule or a branch had, newest first. */
export const backtestsQuery = (call: ApiCall, place: RulePlace, tried: Tried) =>
  queryOptions({
    queryKey: readKey(getBacktests, { params: inPlace(place), query: tried }),
    queryFn: async ({ signal }) => (await call(getBacktests, { params: place, query: tried, signal })).backtests,
    staleTime: 0,
  });

/** One backtest, read again until it has ended. */
export const backtestQuery = (call: ApiCall, place: RulePlace, backtestId: string) =>
  read(
    call,
    getBacktest,
    { params: { ...inPlace(place), backtestId } },
    { refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK_MS : false), staleTime: Infinity },
  );

export const start = (call: ApiCall, place: RulePlace, body: BodyIn<typeof startBacktest>): Promise<Backtest> =>
  call(startBacktest, { params: place, body });

export const cancel = (call: ApiCall, place: RulePlace, backtestId: string): Promise<Backtest> =>
  call(cancelBacktest, { params: { ...place, backtestId } });
