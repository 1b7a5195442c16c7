import { SendRegular } from '@fluentui/react-icons';
import { MAX_BULK_CASES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, useShortcut, type Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './result.module.css';

/** What can be done with the chosen events together. */
export const ChosenBar = (props: {
  readonly count: number;
  readonly onSend: () => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}): ReactNode => {
  const { count, onSend, onAll, onClear } = props;
  const cases = useText('cases');
  const selected = cases('queue.selected', { count });
  useShortcut('Escape', cases('queue.clear'), onClear);
  const commands: readonly Command[] = [
    {
      id: 'send',
      text: cases('send.action'),
      icon: SendRegular,
      onSelect: onSend,
      disabledReason: count > MAX_BULK_CASES ? cases('queue.tooMany', { count: MAX_BULK_CASES }) : undefined,
    },
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
