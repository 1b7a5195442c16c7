import type { CaseDecisionOption } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, type Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { DecisionButtons } from './DecisionButtons.tsx';
import styles from './bulk.module.css';

/** What can be done with the selected cases together. */
export const SelectionBar = (props: {
  readonly count: number;
  /** Sum of the amounts, where they share a currency. */
  readonly amount: string | undefined;
  /** None where the cases are of several assessments. */
  readonly decisions: readonly CaseDecisionOption[];
  /** False while a panel has the keys of the decisions. */
  readonly takesKeys: boolean;
  readonly disabledReason: string | undefined;
  readonly onDecide: (decision: string) => void;
  readonly onAll: () => void;
  /** What choosing all says, where it chooses more than is shown. */
  readonly allText?: string;
  readonly onClear: () => void;
  readonly more?: readonly Command[];
}): ReactNode => {
  const { count, amount, decisions, takesKeys, disabledReason, onDecide, onAll, allText, onClear, more = [] } = props;
  const text = useText('cases');
  const selected = text('queue.selected', { count });
  const commands: readonly Command[] = [
    ...more,
    { id: 'all', text: allText ?? text('queue.selectAll'), onSelect: onAll },
    { id: 'clear', text: text('queue.clear'), keys: 'Escape', onSelect: onClear },
  ];
  return (
    <div className={styles.selection} role="toolbar" aria-label={selected}>
      <b role="status">{selected}</b>
      {amount === undefined ? null : <span className="quiet">{amount}</span>}
      {decisions.length === 0 ? (
        <span className="quiet">{text('bulk.mixed')}</span>
      ) : (
        <DecisionButtons
          decisions={decisions}
          chosen={null}
          takesKeys={takesKeys}
          disabledReason={disabledReason}
          onChoose={onDecide}
        />
      )}
      {commands.map((command) => (
        <CommandButton key={command.id} command={command} />
      ))}
    </div>
  );
};
