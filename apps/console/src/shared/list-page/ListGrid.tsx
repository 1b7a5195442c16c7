import { DataGrid, Empty, ErrorState, NoResult, type Asked, type DataGridProps, type EmptyProps } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** What a list asked for; its further pages where it comes in pages. */
export type AskedRows = Asked<unknown> & {
  readonly isPending: boolean;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
};

export type ListGridProps<Row> = Pick<
  DataGridProps<Row>,
  'label' | 'rows' | 'rowId' | 'columns' | 'shown' | 'total'
> & {
  /** What the rows come from; without it they are there. */
  readonly query?: AskedRows | undefined;
  /** What is said where there is nothing yet; without it an empty grid stands there. */
  readonly empty?: EmptyProps | undefined;
  /** What is said where a filter leaves nothing; the rows are `rows` after it. */
  readonly noResult?: { readonly title: string; readonly body: string } | undefined;
  /** Whether there are rows that the filter leaves out. */
  readonly isNarrowed?: boolean | undefined;
  /** For rows that open beside the grid. */
  readonly selection?: RowSelection | undefined;
  /** For rows that lead to a page of their own. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Space or a click on a row, where that is not the same as opening it. */
  readonly onPeek?: ((row: Row) => void) | undefined;
  /** False in a panel, where the keys of the page belong to another grid. */
  readonly takesPageKeys?: boolean;
};

/** Rows with their states: failing, loading, empty, none left by a filter; with one keyboard and one row in hand. */
export const ListGrid = <Row,>(props: ListGridProps<Row>): ReactNode => {
  const { query, rows, rowId, empty, noResult, isNarrowed = false, selection } = props;
  const [{ density }] = usePreferences();
  const [own, setOwn] = useState<string | null>(null);
  const hasData = query === undefined || query.data !== undefined;
  if (query?.isError && !hasData) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (hasData && rows.length === 0) {
    if (isNarrowed && noResult) return <NoResult {...noResult} />;
    if (empty && !isNarrowed) return <Empty {...empty} />;
  }
  const open = props.onOpen ?? (selection && ((row: Row): void => selection.open(rowId(row))));
  const peek = props.onPeek ?? open;
  return (
    <DataGrid
      label={props.label}
      rows={rows}
      rowId={rowId}
      columns={props.columns}
      shown={props.shown}
      total={props.total}
      density={density}
      isLoading={query?.isPending ?? false}
      hasMore={query?.hasNextPage ?? false}
      isLoadingMore={query?.isFetchingNextPage ?? false}
      onMore={() => void query?.fetchNextPage?.()}
      current={selection ? selection.current : own}
      onCurrent={selection ? selection.move : setOwn}
      takesPageKeys={props.takesPageKeys ?? true}
      {...(open ? { onOpen: open } : {})}
      {...(peek ? { onPeek: peek } : {})}
      {...(selection ? { ref: selection.grid, onClose: selection.close } : {})}
    />
  );
};
