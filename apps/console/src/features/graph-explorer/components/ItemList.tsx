import { useFormats, useText } from '@redoubt/i18n';
import { DataGrid, type GridColumn, type GridHandle } from '@redoubt/ui';
import { useMemo, type ReactNode, type Ref } from 'react';
import { inOrder, type GraphItem, type GraphModel } from '../model/graph-model.ts';
import type { GraphText } from '../use-graph-text.ts';
import styles from './graph.module.css';

/** Columns of the list, which the CSV file has too; the list has a choice before them. */
export const useItemColumns = (model: GraphModel, say: GraphText): readonly GridColumn<GraphItem>[] => {
  const text = useText('graphExplorer');
  const formats = useFormats();
  return useMemo(() => {
    const counted = (id: string, of: (item: GraphItem) => number, className?: string): GridColumn<GraphItem> => ({
      id,
      header: text(`column.${id}` as 'column.links'),
      width: 56,
      align: 'end',
      text: (item) => String(of(item)),
      cell: (item) => <span className={of(item) > 0 ? className : undefined}>{formats.number(of(item))}</span>,
    });
    return [
      {
        id: 'value',
        header: text('column.value'),
        width: 120,
        grow: true,
        hideable: false,
        text: (item) => (say.isCluster(item) ? item.members.join(' ') : item.value),
        cell: (item) => (
          <span className="truncate" title={`${say.kind(item.kind)}: ${item.value}`}>
            {say.value(item)} <span className="soft">{say.isCluster(item) ? '' : say.kind(item.kind)}</span>
          </span>
        ),
      },
      counted('links', ({ id }) => model.neighbours.get(id)?.length ?? 0),
      counted('events', ({ events }) => events.length),
      counted('fraud', ({ fraud }) => fraud, styles.count),
    ];
  }, [model, say, text, formats]);
};

/** The same as the picture, for keyboard and screen reader: what is labelled fraud most stands first. */
export const ItemList = (props: {
  readonly model: GraphModel;
  readonly columns: readonly GridColumn<GraphItem>[];
  readonly current: string | null;
  readonly onPick: (id: string) => void;
  readonly onOpen: (item: GraphItem) => void;
  readonly onClose: () => void;
  readonly ref?: Ref<GridHandle>;
}): ReactNode => {
  const { model, current, onPick, onOpen, onClose, columns, ref } = props;
  const text = useText('graphExplorer');
  const rows = useMemo(() => inOrder(model.items), [model]);
  return (
    <div className={styles.rows}>
      <DataGrid
        {...(ref === undefined ? {} : { ref })}
        label={text('list')}
        rows={rows}
        rowId={({ id }) => id}
        columns={columns}
        total={rows.length}
        current={current}
        onCurrent={onPick}
        onOpen={onOpen}
        onClose={onClose}
      />
    </div>
  );
};
