import { getMyEnvironments, type EnvironmentSummary, type Me, type MyEnvironments } from '@redoubt/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ApiCall } from '../api/api-call.ts';
import { readPages } from '../api/read.ts';
import { useConsole } from './console-context.tsx';

const STALE_MS = 60_000;

/** Whether the console was given all environments at its start. */
export const hasAllEnvironments = ({ environments, environmentCount }: Me): boolean =>
  environments.length >= environmentCount;

export const myEnvironmentsQuery = (call: ApiCall, find = '') =>
  readPages(call, getMyEnvironments, { query: find === '' ? {} : { find } }, { staleTime: STALE_MS });

/** An environment as a row of a tree. */
export type PlacedEnvironment = {
  readonly environment: EnvironmentSummary;
  /** 0 for a root. */
  readonly depth: number;
};

/** Environments of some pages, each with its rights. */
export const placedOf = (pages: readonly MyEnvironments[] = []): readonly PlacedEnvironment[] =>
  pages.flatMap(({ environments, rights }) =>
    environments.map(({ depth, rights: place, ...environment }) => ({
      depth,
      environment: { ...environment, roles: [], capabilities: {}, ...rights[place] },
    })),
  );

/**
 * All environments of the person. Where the console was given the first ones at its start, those stand until the rest has come,
 * which is asked for by the first page that needs it. `isWhole` says that no more are waited for: all are here, or reading them
 * failed. It stays true for the component that asks, so that a form that depends on it is not taken away.
 */
export const useAllEnvironments = (): { readonly environments: Me['environments']; readonly isWhole: boolean } => {
  const { me, call } = useConsole();
  const isComplete = hasAllEnvironments(me);
  const query = useInfiniteQuery({ ...myEnvironmentsQuery(call), enabled: !isComplete });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    // Several places of a page look on: none ends what another asked for.
    if (!isComplete && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [isComplete, hasNextPage, isFetching, isError, fetchNextPage]);
  const isWhole = useRef(false);
  isWhole.current ||= isComplete || isError || (data !== undefined && !hasNextPage);
  const environments = useMemo(() => {
    if (isComplete) return me.environments;
    const rest = placedOf(data?.pages).map(({ environment }) => [environment.id, environment] as const);
    // What is polled is newer.
    return [...new Map([...rest, ...me.environments.map((each) => [each.id, each] as const)]).values()];
  }, [isComplete, me, data]);
  return { environments, isWhole: isWhole.current };
};

/** Those of them that are here by now. */
export const useEnvironments = (): Me['environments'] => useAllEnvironments().environments;
