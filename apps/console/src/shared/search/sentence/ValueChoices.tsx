import { Checkbox } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './filters.module.css';

/** The values of a condition, ticked where their number is small. */
export const ValueChoices = (props: {
  readonly choices: readonly string[];
  readonly chosen: readonly string[];
  readonly nameOf: (choice: string) => string;
  /** What is wrong with them. */
  readonly problem: string | undefined;
  readonly className?: string | undefined;
  readonly onChoose: (chosen: string[]) => void;
}): ReactNode => {
  const { choices, chosen, problem, onChoose } = props;
  const text = useText('search');
  return (
    <fieldset className={joinClasses(styles.choices, props.className)}>
      <legend>{text('condition.values')}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={props.nameOf(choice)}
          checked={chosen.includes(choice)}
          onChange={(_event, { checked }) =>
            onChoose(choices.filter((each) => (each === choice ? checked === true : chosen.includes(each))))
          }
        />
      ))}
      {problem === undefined ? null : (
        <p role="alert" className="problem-text">
          {problem}
        </p>
      )}
    </fieldset>
  );
};
