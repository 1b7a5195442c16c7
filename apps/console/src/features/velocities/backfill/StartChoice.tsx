import { Select } from '@fluentui/react-components';
import { VELOCITY_STARTS, type VelocityStart } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import styles from './backfill.module.css';

export type StartChoiceProps = {
  readonly start: VelocityStart;
  readonly onStart: (start: VelocityStart) => void;
};

/** Whether a set that is published counts what is stored already. */
export const StartChoice = ({ start, onStart }: StartChoiceProps) => {
  const text = useText('backfills');
  return (
    <Select
      size="small"
      className={styles.start ?? ''}
      aria-label={text('start.label')}
      title={text('start.hint')}
      value={start}
      onChange={(_event, { value }) => {
        const chosen = VELOCITY_STARTS.find((each) => each === value);
        if (chosen) onStart(chosen);
      }}
    >
      {VELOCITY_STARTS.map((each) => (
        <option key={each} value={each}>
          {text(`start.${each}`)}
        </option>
      ))}
    </Select>
  );
};
