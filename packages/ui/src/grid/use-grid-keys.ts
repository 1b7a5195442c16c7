import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { useListedKeys } from '../shortcuts/shortcuts.tsx';

export type GridKeys = {
  readonly opens: boolean;
  readonly peeks: boolean;
  readonly selects: boolean;
  readonly narrows: boolean;
  readonly folds: boolean;
};

/** Lists the keys of a grid in the overview of shortcuts; `gridAction` says what each of them does. */
export const useGridKeys = ({ opens, peeks, selects, narrows, folds }: GridKeys): void => {
  const text = useText('ui');
  const listed = useMemo(
    () => [
      { keys: 'j', text: text('grid.keys.next') },
      { keys: 'k', text: text('grid.keys.previous') },
      { keys: '↑ ↓ ← →', text: text('grid.keys.move') },
      ...(folds ? [{ keys: '← →', text: text('grid.keys.fold') }] : []),
      { keys: 'Home End', text: text('grid.keys.edges') },
      { keys: 'PageUp PageDown', text: text('grid.keys.page') },
      ...(peeks ? [{ keys: 'Space', text: text('grid.keys.peek') }] : []),
      ...(selects
        ? [
            { keys: 'Shift Space', text: text('grid.keys.select') },
            { keys: 'Shift ↑ ↓', text: text('grid.keys.selectTo') },
          ]
        : []),
      ...(opens ? [{ keys: 'Enter', text: text('grid.keys.open') }] : []),
      ...(narrows ? [{ keys: 'f', text: text('grid.narrow') }] : []),
      { keys: 'Ctrl C', text: text('grid.keys.copy') },
    ],
    [text, opens, peeks, selects, narrows, folds],
  );
  useListedKeys(listed);
};
