import { useText } from '@redoubt/i18n';
import { useShortcut, type GridColumn } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { CaseBox } from '../../shared/cases/deciding/CaseBox.tsx';
import { extendedTo, NOTHING_SELECTED, selectedRows, toggled } from '../../shared/cases/deciding/case-selection.ts';
import { ChosenBar } from '../../shared/list-page/ChosenBar.tsx';
import { CHOSEN_SIGN } from './components/chosen-sign.ts';
import { inOrder, type GraphItem, type GraphModel } from './model/graph-model.ts';
import type { GraphText } from './use-graph-text.ts';

/** Items that are chosen for what is done with several together, in the list and in the picture. */
export const useGraphChoice = (model: GraphModel, current: GraphItem | undefined, say: GraphText) => {
  const text = useText('graphExplorer');
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
  const bar: ReactNode =
    picked.length === 0 ? null : (
      <ChosenBar
        count={picked.length}
        onAll={() => setSelection({ ids: new Set(rows.map(({ id }) => id)), lastId: null })}
        onClear={clear}
      />
    );
  return { ids, picked, column, toggle, clear, bar };
};
