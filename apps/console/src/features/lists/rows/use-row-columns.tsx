import type { ListSummary } from '@redoubt/contracts';
import { rowExpiryMs } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { CellInput } from './CellInput.tsx';
import type { Cells } from './row-draft.ts';

/** A row in a grid: as it is kept, or as it is being changed. */
type ShownRow = {
  readonly ordinal: number | null;
  readonly id: string;
  readonly cells: Cells;
  readonly state: 'same' | 'changed' | 'removed' | 'added';
};

/** The row that is typed into. */
export type TypedRow = {
  readonly id: string;
  readonly cells: Cells;
  readonly onChange: (cells: Cells) => void;
  readonly onTake: () => void;
  readonly onLeave: () => void;
};

/** The columns of a grid of rows: an expired row is struck out and says so; the row being typed into has fields. */
export const useRowColumns = (
  list: Pick<ListSummary, 'columns' | 'expiryColumn'>,
  typed: TypedRow | null = null,
): readonly GridColumn<ShownRow>[] => {
  const text = useText('lists');
  const formats = useFormats();
  return useMemo(() => {
    const expiryAt = list.expiryColumn === null ? -1 : list.columns.indexOf(list.expiryColumn);
    const openedMs = Date.now();
    const isOver = ({ cells }: ShownRow): boolean => (rowExpiryMs(cells[expiryAt] ?? '') ?? Infinity) <= openedMs;
    const field = (at: number, header: string, row: TypedRow): ReactNode => (
      <CellInput
        name={header}
        value={row.cells[at] ?? ''}
        takesFocus={at === 0}
        isWrong={at === expiryAt && rowExpiryMs(row.cells[at] ?? '') === undefined}
        onChange={(value) => row.onChange(row.cells.with(at, value))}
        onTake={row.onTake}
        onLeave={row.onLeave}
      />
    );
    const shown = (row: ShownRow, at: number): ReactNode => {
      const cell = row.cells[at] ?? '';
      if (row.state === 'removed') return <s className="muted">{cell}</s>;
      if (isOver(row)) {
        return (
          <s className="muted" title={text('expiry.over')}>
            {cell}
          </s>
        );
      }
      return row.state === 'same' ? cell : <b>{cell}</b>;
    };
    const ordinal = (row: ShownRow): ReactNode => {
      if (row.ordinal === null) return <b title={text('difference.added')}>+</b>;
      const number = formats.number(row.ordinal);
      if (row.state === 'removed') return <span title={text('difference.removed')}>− {number}</span>;
      return row.state === 'changed' ? <b title={text('difference.changed')}>± {number}</b> : number;
    };
    return [
      { id: '#', header: '#', width: 72, align: 'end', hideable: false, cell: ordinal },
      ...list.columns.map((header, at): GridColumn<ShownRow> => ({
        id: `column-${at}`,
        header: at === expiryAt ? text('expiry.header', { column: header }) : header,
        width: 140,
        grow: true,
        cell: (row) => (row.id === typed?.id ? field(at, header, typed) : shown(row, at)),
        text: (row) => row.cells[at] ?? '',
      })),
    ];
  }, [list.columns, list.expiryColumn, typed, text, formats]);
};
