import { DataGrid, type DataGridProps } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { RowsState, type RowsStateProps } from './RowsState.tsx';
import type { RowSelection } from './use-row-selection.ts';

export type ListGridProps<Row> = RowsStateProps &
  Pick<DataGridProps<Row>, 'label' | 'rows' | 'rowId' | 'columns' | 'shown' | 'total' | 'tree'> & {
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
  const { query, rows, rowId, selection } = props;
  const [{ density }] = usePreferences();
  const [own, setOwn] = useState<string | null>(null);
  const open = props.onOpen ?? (selection && ((row: Row): void => selection.open(rowId(row))));
  const peek = props.onPeek ?? open;
  return (
    <RowsState {...props} count={rows.length}>
      <DataGrid
        label={props.label}
        rows={rows}
        rowId={rowId}
        columns={props.columns}
        shown={props.shown}
        total={props.total}
        tree={props.tree}
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
    </RowsState>
  );
};
