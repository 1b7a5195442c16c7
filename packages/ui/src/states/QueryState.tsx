import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { Loading } from './Loading.tsx';

/** What a screen asked for, as far as it has come; a query of TanStack Query is one. */
export type Asked<Data> = {
  readonly data: Data | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

export type QueryStateProps<Data> = {
  readonly query: Asked<Data>;
  /** Inside a tile or panel. */
  readonly compact?: boolean;
  /** What stands in the place of the data until they are there; grey rows without it. */
  readonly loading?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/** The data that was asked for; until then grey shapes, or the failure with another try. Old data outlive a failure. */
export const QueryState = <Data,>({ query, compact = false, loading, children }: QueryStateProps<Data>): ReactNode => {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return loading === undefined ? <Loading /> : loading;
  return <ErrorState error={query.error} compact={compact} onRetry={() => void query.refetch()} />;
};
