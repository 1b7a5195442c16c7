import { AddRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import type { ListSummary } from '@redoubt/contracts';
import { MAX_LIST_CHANGES, rowExpiryMs } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, type GridHandle, SidePanel, useListedKeys } from '@redoubt/ui';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useSaveGuard } from '../../../shared/authoring/editor/use-save-guard.tsx';
import { useListMutations } from '../lists.queries.ts';
import { RowDifferences } from './RowDifferences.tsx';
import type { Cells, ListRow } from './row-draft.ts';
import { RowsPart } from './RowsPart.tsx';
import { useRowColumns, type TypedRow } from './use-row-columns.tsx';
import { editedRows, useRowDraft, type EditedRow } from './use-row-draft.ts';

/** Rows are changed, removed and added where they stand, and saved together once the difference was seen. */
export const RowEditor = (props: {
  readonly list: ListSummary;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const { list } = props;
  const text = useText('lists');
  const common = useText('common');
  const formats = useFormats();
  const { changeRows } = useListMutations();
  const draft = useRowDraft(list);
  const grid = useRef<GridHandle>(null);
  const shown = useRef<readonly EditedRow[]>([]);
  const [current, setCurrent] = useState<string | null>(null);
  const [open, setOpen] = useState<{ readonly id: string; readonly cells: Cells } | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const guard = useSaveGuard(draft.count > 0);
  const openId = open?.id;
  useEffect(() => {
    if (openId !== undefined) grid.current?.show(openId);
  }, [openId]);
  const close = (): void => (draft.count > 0 ? setLeaving(true) : props.onClose());

  const rowOf = (id: string | null): EditedRow | undefined => shown.current.find((row) => row.id === id);
  const leave = (): void => {
    const row = rowOf(open?.id ?? null);
    if (row?.state === 'added' && row.cells.every((cell) => cell === '')) draft.drop(row.addedId);
    setOpen(null);
    grid.current?.focus();
  };
  const take = (): void => {
    const row = rowOf(open?.id ?? null);
    if (open && row) draft.put(row, open.cells);
    setOpen(null);
    grid.current?.focus();
  };
  const edit = (row: EditedRow | undefined): void => {
    if (!row) return;
    setCurrent(row.id);
    setOpen({ id: row.id, cells: row.cells });
  };
  const add = (): void => {
    const id = draft.add();
    setCurrent(id);
    setOpen({ id, cells: list.columns.map(() => '') });
  };
  const remove = (row: EditedRow | undefined): void => {
    if (row) draft.remove(row);
    grid.current?.focus();
  };
  const latest = useRef({ take, leave });
  latest.current = { take, leave };
  const typed = useMemo(
    (): TypedRow | null =>
      open && {
        ...open,
        onChange: (cells) => setOpen({ id: open.id, cells }),
        onTake: () => latest.current.take(),
        onLeave: () => latest.current.leave(),
      },
    [open],
  );
  const columns = useRowColumns(list, typed);
  const { draft: changes } = draft;
  const shownRows = useCallback(
    (rows: readonly ListRow[]) => {
      shown.current = editedRows(changes, rows);
      return shown.current.map((row) => ({ ...row, ordinal: row.source?.ordinal ?? null }));
    },
    [changes],
  );

  const expiryAt = list.expiryColumn === null ? -1 : list.columns.indexOf(list.expiryColumn);
  const isUnreadable = (cells: Cells): boolean => rowExpiryMs(cells[expiryAt] ?? '') === undefined;
  const hasUnreadable =
    changes.added.some(({ cells }) => isUnreadable(cells)) ||
    [...changes.changed.values()].some(({ after }) => isUnreadable(after));
  const disabledReason = open
    ? text('edit.finishRow')
    : draft.count === 0
      ? text('edit.nothing')
      : draft.count > MAX_LIST_CHANGES
        ? text('edit.tooMany', { max: formats.number(MAX_LIST_CHANGES) })
        : hasUnreadable
          ? text('expiry.unreadable')
          : changeRows.isPending
            ? common('saving')
            : undefined;
  const save = (): void => {
    if (disabledReason !== undefined) return;
    changeRows.mutate(
      { list, changes: draft.changes() },
      {
        onSuccess: () => {
          draft.clear();
          props.onDone();
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.ctrlKey) save();
    else if (event.target instanceof HTMLInputElement) return;
    else if (event.key === 'Delete') remove(rowOf(current));
    else if (event.key === 'Insert') add();
    else return;
    event.preventDefault();
  };
  const listed = useMemo(
    () => [
      { keys: 'Insert', text: text('edit.add') },
      { keys: 'Delete', text: common('action.delete') },
      { keys: 'Enter', text: text('edit.finish') },
      { keys: 'Escape', text: text('edit.undoRow') },
      { keys: 'Ctrl Enter', text: common('action.save') },
    ],
    [text, common],
  );
  useListedKeys(listed);
  const needsRow = current === null ? text('edit.chooseRow') : undefined;
  return (
    <SidePanel
      title={text('edit.title', { name: list.name })}
      onClose={close}
      footer={
        <>
          <CommandButton
            primary
            command={{
              id: 'save',
              text: text('edit.save', { count: draft.count }),
              keys: 'Ctrl Enter',
              onSelect: save,
              disabledReason,
            }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: close }} />
        </>
      }
    >
      <div role="group" aria-label={text('edit.rows')} className="fill-column gap-2" onKeyDown={onKeyDown}>
        {guard}
        {isLeaving ? (
          <ConfirmPanel
            title={text('edit.leave', { count: draft.count })}
            confirmText={common('action.discard')}
            onConfirm={props.onClose}
            onCancel={() => setLeaving(false)}
          />
        ) : null}
        <div className="row" role="group" aria-label={text('edit.row')}>
          <CommandButton
            command={{ id: 'add', text: text('edit.add'), icon: AddRegular, keys: 'Insert', onSelect: add }}
          />
          <CommandButton
            command={{
              id: 'edit',
              text: common('action.edit'),
              icon: EditRegular,
              keys: 'Enter',
              onSelect: () => edit(rowOf(current)),
              disabledReason: needsRow,
            }}
          />
          <CommandButton
            command={{
              id: 'remove',
              text: common('action.delete'),
              icon: DeleteRegular,
              keys: 'Delete',
              onSelect: () => remove(rowOf(current)),
              disabledReason: needsRow,
            }}
          />
        </div>
        {changeRows.error ? <ErrorState error={changeRows.error} compact /> : null}
        <RowsPart
          ref={grid}
          list={list}
          columns={columns}
          shownRows={shownRows}
          current={current}
          onCurrent={setCurrent}
          onOpen={(row) => edit(rowOf(row.id))}
        />
        <RowDifferences draft={draft} />
      </div>
    </SidePanel>
  );
};
