import { useText } from '@redoubt/i18n';
import { CommandButton, useShortcut, type Command, type GridColumn } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { CaseBox } from '../../shared/cases/deciding/CaseBox.tsx';
import { extendedTo, NOTHING_SELECTED, selectedRows, toggled } from '../../shared/cases/deciding/case-selection.ts';
import { CHOSEN_SIGN } from './components/chosen-sign.ts';
import styles from './components/graph.module.css';
import { inOrder, type GraphItem, type GraphModel } from './model/graph-model.ts';
import type { GraphText } from './use-graph-text.ts';

/** Items that are chosen for what is done with several together, in the list and in the picture. */
export const useGraphChoice = (model: GraphModel, current: GraphItem | undefined, say: GraphText) => {
  const text = useText('graphExplorer');
  const cases = useText('cases');
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const rows = useMemo(() => inOrder(model.items), [model]);
  const picked = selectedRows(selection, rows, ({ id }) => id);
  const toggle = (id: string): void => setSelection((before) => toggled(before, id));
  const clear = (): void => setSelection(NOTHING_SELECTED);
  useShortcut('x', text('choice.one'), () => current && toggle(current.id), { active: current !== undefined });
  useShortcut(
    'X',
    text('choice.upTo'),
    () =>
      current &&
      setSelection((before) =>
        extendedTo(
          before,
          current.id,
          rows.map(({ id }) => id),
        ),
      ),
    { active: current !== undefined },
  );
  const { ids } = selection;
  const column = useMemo(
    (): GridColumn<GraphItem> => ({
      id: 'choice',
      header: CHOSEN_SIGN,
      width: 48,
      hideable: false,
      cell: (item) => (
        <CaseBox
          eventId={say.value(item)}
          isChosen={ids.has(item.id)}
          onToggle={() => setSelection((before) => toggled(before, item.id))}
        />
      ),
      text: (item) => (ids.has(item.id) ? 'x' : ''),
    }),
    [say, ids],
  );
  const commands: readonly Command[] = [
    {
      id: 'all',
      text: cases('queue.selectAll'),
      onSelect: () => setSelection({ ids: new Set(rows.map(({ id }) => id)), lastId: null }),
    },
    { id: 'clear', text: cases('queue.clear'), onSelect: clear },
  ];
  const bar: ReactNode =
    picked.length === 0 ? null : (
      <div className={styles.chosen} role="toolbar" aria-label={text('choice.bar')}>
        <b role="status">{text('choice.count', { count: picked.length })}</b>
        {commands.map((command) => (
          <CommandButton key={command.id} command={command} />
        ))}
      </div>
    );
  return { ids, picked, column, toggle, clear, bar };
};
