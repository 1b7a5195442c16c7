import { Empty, ErrorState, NoResult, type Asked, type EmptyProps, type NoResultProps } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** What a list asked for; its further pages where it comes in pages. */
export type AskedRows = Asked<unknown> & {
  readonly isPending: boolean;
  /** When the data came, in milliseconds. */
  readonly dataUpdatedAt?: number;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
};

export type RowsStateProps = {
  /** What the rows come from; without it they are there. */
  readonly query?: AskedRows | undefined;
  /** What is said where there is nothing yet; without it the rows say it. */
  readonly empty?: EmptyProps | undefined;
  /** What is said where a filter leaves nothing. */
  readonly noResult?: NoResultProps | undefined;
  /** Whether there are rows that the filter leaves out. */
  readonly isNarrowed?: boolean | undefined;
};

/** Rows in one of their states: failing, loading, empty, none left by a filter, there. */
export const RowsState = (
  props: RowsStateProps & {
    /** How many are left by the filter. */
    readonly count: number;
    /** In their place while they load; without it they show that themselves. */
    readonly loading?: ReactNode;
    readonly children: ReactNode;
  },
): ReactNode => {
  const { query, count, empty, noResult, isNarrowed = false, loading, children } = props;
  const hasData = query === undefined || query.data !== undefined;
  if (query?.isError && !hasData) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!hasData) return loading === undefined ? children : loading;
  if (count > 0) return children;
  if (isNarrowed) return noResult ? <NoResult {...noResult} /> : children;
  return empty ? <Empty {...empty} /> : children;
};
