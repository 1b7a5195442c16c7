import type { ListSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DataGrid, ErrorState, NoResult, type GridColumn, type GridHandle, SearchField } from '@redoubt/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState, type ReactNode, type Ref } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { usePreferences } from '../../../preferences/use-preferences.tsx';
import styles from '../components/lists.module.css';
import { listRowsQuery } from '../lists.queries.ts';
import type { ListRow } from './row-draft.ts';

type RowsPartProps<Row extends { readonly id: string }> = {
  readonly list: ListSummary;
  readonly columns: readonly GridColumn<Row>[];
  /** Rows to show, made of those that are kept. */
  readonly shownRows: (rows: readonly ListRow[]) => readonly Row[];
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
  readonly onOpen?: (row: Row) => void;
  readonly ref?: Ref<GridHandle>;
};

const idOf = ({ id }: { readonly id: string }): string => id;

/** The rows of a list, fetched while one scrolls, or those that contain a text. */
export const RowsPart = <Row extends { readonly id: string }>(props: RowsPartProps<Row>): ReactNode => {
  const { list, shownRows } = props;
  const text = useText('lists');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ density, rowsPerPage }] = usePreferences();
  const [typed, setTyped] = useState('');
  const contains = useDeferredValue(typed.trim());
  const query = useInfiniteQuery(listRowsQuery(call, environmentId, list, contains, rowsPerPage));
  const kept = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const rows = useMemo(() => shownRows(kept), [shownRows, kept]);
  return (
    <>
      <div className={styles.rowsHead}>
        <h3>{text('rows', { count: list.rowCount, rows: formats.number(list.rowCount) })}</h3>
        <SearchField label={text('contains')} value={typed} onChange={(value) => setTyped(value.slice(0, 200))} />
      </div>
      <div className={styles.rows}>
        {query.isError ? (
          <ErrorState error={query.error} compact onRetry={() => void query.refetch()} />
        ) : query.isSuccess && rows.length === 0 ? (
          <NoResult title={text('noRow')} body={text('noRowBody')} />
        ) : (
          <DataGrid
            ref={props.ref ?? null}
            label={text('rowsOf', { name: list.name })}
            rows={rows}
            rowId={idOf}
            columns={props.columns}
            density={density}
            total={contains === '' ? list.rowCount : undefined}
            isLoading={query.isPending}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            current={props.current}
            onCurrent={props.onCurrent}
            takesPageKeys={false}
            {...(props.onOpen ? { onOpen: props.onOpen } : {})}
          />
        )}
      </div>
    </>
  );
};
