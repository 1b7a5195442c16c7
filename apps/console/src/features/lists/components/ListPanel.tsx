import { ArrowDownloadRegular, ArrowUploadRegular, DeleteRegular, SearchRegular } from '@fluentui/react-icons';
import { Input } from '@fluentui/react-components';
import type { ListSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import {
  asFailure,
  CommandButton,
  ConfirmPanel,
  DataGrid,
  ErrorState,
  NoResult,
  SidePanel,
  type GridColumn,
} from '@redoubt/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { usePreferences } from '../../../preferences/use-preferences.tsx';
import { listRowsOptions, useListMutations } from '../lists.queries.ts';
import { saveCsv } from '../read-file.ts';
import { DescriptionField } from './DescriptionField.tsx';
import styles from './lists.module.css';
import { UsedBy } from './UsedBy.tsx';

type Row = { readonly ordinal: number; readonly cells: readonly string[] };

const rowId = (row: Row): string => String(row.ordinal);

/** One list: what it is, who uses it, its rows, and what can be done with it. */
export const ListPanel = (props: {
  readonly list: ListSummary;
  readonly canWrite: boolean;
  readonly onReplace: () => void;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { list, canWrite } = props;
  const text = useText('lists');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ density }] = usePreferences();
  const { remove, download } = useListMutations();
  const [typed, setTyped] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const contains = useDeferredValue(typed.trim());
  const query = useInfiniteQuery(listRowsOptions(call, environmentId, list, contains));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const columns = useMemo(
    (): readonly GridColumn<Row>[] => [
      { id: '#', header: '#', width: 64, align: 'end', hideable: false, cell: (row) => formats.number(row.ordinal) },
      ...list.columns.map((header, at): GridColumn<Row> => ({
        id: `column-${at}`,
        header,
        width: 140,
        grow: true,
        cell: (row) => row.cells[at] ?? '',
      })),
    ],
    [list.columns, formats],
  );
  const isReferenced = list.usedBy.length > 0 || asFailure(remove.error).code === 'LIST-REFERENCED';
  return (
    <SidePanel
      title={list.name}
      takeFocus={false}
      onClose={props.onClose}
      headEnd={
        <>
          {canWrite ? (
            <CommandButton
              command={{
                id: 'replace',
                text: common('action.replace'),
                icon: ArrowUploadRegular,
                onSelect: props.onReplace,
              }}
            />
          ) : null}
          <CommandButton
            command={{
              id: 'download',
              text: common('action.download'),
              icon: ArrowDownloadRegular,
              onSelect: () => download.mutate(list, { onSuccess: (csv) => saveCsv(`${list.name}.csv`, csv) }),
            }}
          />
          {canWrite ? (
            <CommandButton
              command={{
                id: 'delete',
                text: common('action.delete'),
                icon: DeleteRegular,
                pressed: isDeleting,
                onSelect: () => setDeleting(!isDeleting),
              }}
            />
          ) : null}
        </>
      }
    >
      <div className={styles.panel}>
        {isDeleting ? (
          isReferenced ? (
            <div className={styles.refused} role="alert">
              <p>
                <b>{text('delete.refused', { name: list.name })}</b>
              </p>
              <p>
                {text('delete.usedBy', { count: list.usedBy.length })} <UsedBy usedBy={list.usedBy} />
              </p>
            </div>
          ) : (
            <ConfirmPanel
              title={text('delete.title', { name: list.name })}
              confirmText={common('action.delete')}
              busy={remove.isPending}
              onConfirm={() => remove.mutate(list, { onSuccess: props.onDeleted })}
              onCancel={() => setDeleting(false)}
            >
              {text('delete.body', { count: list.rowCount, rows: formats.number(list.rowCount) })}
            </ConfirmPanel>
          )
        ) : null}
        {remove.error && !isReferenced ? <ErrorState error={remove.error} compact /> : null}
        {download.error ? <ErrorState error={download.error} compact /> : null}
        <DescriptionField key={list.id} list={list} canWrite={canWrite} />
        <dl className={styles.factLines}>
          <dt>{text('column.usedBy')}</dt>
          <dd>{list.usedBy.length === 0 ? common('value.none') : <UsedBy usedBy={list.usedBy} />}</dd>
          <dt>{text('column.changed')}</dt>
          <dd>
            {text('changedBy', {
              at: formats.dateTime(list.changed.at),
              by: list.changed.by,
              version: list.contentVersion,
            })}
          </dd>
        </dl>
        <div className={styles.rowsHead}>
          <h3>{text('rows', { count: list.rowCount, rows: formats.number(list.rowCount) })}</h3>
          <Input
            size="small"
            type="search"
            value={typed}
            contentBefore={<SearchRegular aria-hidden />}
            placeholder={text('contains')}
            aria-label={text('contains')}
            onChange={(_event, { value }) => setTyped(value.slice(0, 200))}
          />
        </div>
        <div className={styles.rows}>
          {query.isError ? (
            <ErrorState error={query.error} compact onRetry={() => void query.refetch()} />
          ) : query.isSuccess && rows.length === 0 ? (
            <NoResult title={text('noRow')} body={text('noRowBody')} />
          ) : (
            <DataGrid
              key={list.id}
              label={text('rowsOf', { name: list.name })}
              rows={rows}
              rowId={rowId}
              columns={columns}
              density={density}
              total={contains === '' ? list.rowCount : undefined}
              isLoading={query.isPending}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
              current={current}
              onCurrent={setCurrent}
            />
          )}
        </div>
      </div>
    </SidePanel>
  );
};
