import { useText } from '@redoubt/i18n';
import { useListedKeys, useShortcut } from '@redoubt/ui';
import { type RefObject, useMemo } from 'react';
import { enterTable } from './row-focus.ts';

/**
 * `j` and `k` enter the list of rules from anywhere on its page, as in every list; the keys that work on a rule that has
 * the focus are listed in the overview of shortcuts.
 */
export const useListKeys = (table: RefObject<HTMLElement | null>, canWrite: boolean): void => {
  const keys = useText('ui');
  const text = useText('rules');
  const common = useText('common');
  useShortcut('j', keys('grid.keys.next'), () => enterTable(table.current));
  useShortcut('k', keys('grid.keys.previous'), () => enterTable(table.current));
  const listed = useMemo(
    () => [
      { keys: 'Enter', text: keys('grid.keys.open') },
      ...(canWrite
        ? [
            { keys: 'Alt ↑', text: text('list.moveUp') },
            { keys: 'Alt ↓', text: text('list.moveDown') },
            { keys: 'F2', text: common('action.rename') },
            { keys: 'Delete', text: common('action.delete') },
          ]
        : []),
    ],
    [keys, text, common, canWrite],
  );
  useListedKeys(listed);
};
