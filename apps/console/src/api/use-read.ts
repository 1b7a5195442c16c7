import { useQueries, useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../app/console-context.tsx';
import type { ApiCall } from './api-call.ts';

/** Reads something of the environment in force. */
export const useRead = <Args extends readonly unknown[], Data, Key extends QueryKey>(
  query: (call: ApiCall, environmentId: string, ...args: Args) => UseQueryOptions<Data, Error, Data, Key>,
  ...args: Args
): UseQueryResult<Data> => {
  const call = useCall();
  const { id } = useEnvironment();
  return useQuery(query(call, id, ...args));
};

/** The same with each of some arguments, side by side. */
export const useReads = <Args extends readonly unknown[], Data, Key extends QueryKey>(
  query: (call: ApiCall, environmentId: string, ...args: Args) => UseQueryOptions<Data, Error, Data, Key>,
  each: readonly Args[],
): readonly UseQueryResult<Data>[] => {
  const call = useCall();
  const { id } = useEnvironment();
  return useQueries({ queries: each.map((args) => query(call, id, ...args)) });
};
