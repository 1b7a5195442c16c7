import { ColumnTripleRegular, DeleteRegular } from '@fluentui/react-icons';
import type { Command } from '@redoubt/ui';

type Named = Pick<Command, 'text'> & { readonly onSelect: () => void };

/** Deletes what is open, mostly after a question. */
export const deleteCommand = (named: Named & Pick<Command, 'pressed' | 'disabledReason'>): Command => ({
  id: 'delete',
  icon: DeleteRegular,
  ...named,
});

/** Opens and closes the choice of a grid's columns. */
export const columnsCommand = (
  text: string,
  isChoosing: boolean,
  setChoosing: (choosing: boolean) => void,
): Command => ({
  id: 'columns',
  text,
  icon: ColumnTripleRegular,
  pressed: isChoosing,
  onSelect: () => setChoosing(!isChoosing),
});
