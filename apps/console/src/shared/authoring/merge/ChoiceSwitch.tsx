import { useText } from '@redoubt/i18n';
import { useId } from 'react';
import frame from '../../../shared/authoring/editor/editor.module.css';
import type { Choice } from './merge-rule.ts';
import styles from './merge.module.css';

export type ChoiceSwitchProps = {
  /** What is asked. */
  readonly label: string;
  readonly chosen: Choice | undefined;
  /** Whether both can be had. */
  readonly withBoth?: boolean;
  readonly onChoose: (choice: Choice) => void;
};

/** Theirs, mine, or both, at one place. */
export const ChoiceSwitch = ({ label, chosen, withBoth = false, onChoose }: ChoiceSwitchProps) => {
  const text = useText('rules');
  const id = useId();
  const choices: readonly Choice[] = withBoth ? ['theirs', 'mine', 'both'] : ['theirs', 'mine'];
  return (
    <>
      <span id={id} className={styles.question}>
        {label}
      </span>
      <span className={frame.partSwitch} role="group" aria-labelledby={id}>
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            className={frame.switchItem}
            aria-pressed={chosen === choice}
            onClick={() => onChoose(choice)}
          >
            {text(`merge.choice.${choice}`)}
          </button>
        ))}
      </span>
    </>
  );
};
