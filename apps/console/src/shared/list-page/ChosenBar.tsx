import { useText } from '@redoubt/i18n';
import { CommandButton, useShortcut, type Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './chosen-bar.module.css';

/** What can be done with the chosen rows of a list together. It stands below them, so that they stay where they are as it comes. */
export const ChosenBar = (props: {
  readonly count: number;
  /** What is done with them, besides choosing all and none. */
  readonly actions?: readonly Command[];
  readonly onAll: () => void;
  readonly onClear: () => void;
}): ReactNode => {
  const { count, actions = [], onAll, onClear } = props;
  const cases = useText('cases');
  const selected = cases('queue.selected', { count });
  useShortcut('Escape', cases('queue.clear'), onClear);
  const commands: readonly Command[] = [
    ...actions,
    { id: 'all', text: cases('queue.selectAll'), onSelect: onAll },
    { id: 'clear', text: cases('queue.clear'), keys: 'Escape', onSelect: onClear },
  ];
  return (
    <div className={styles.chosen} role="toolbar" aria-label={selected}>
      <b role="status">{selected}</b>
      {commands.map((command) => (
        <CommandButton key={command.id} command={command} />
      ))}
    </div>
  );
};
