import { VELOCITY_WINDOW_MODES, type VelocityWindowMode } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ModeSentence } from '../../../shared/list-page/ModeSentence.tsx';
import styles from './list.module.css';

export type WindowModeSentenceProps = {
  readonly mode: VelocityWindowMode;
  /** Absent for people who may not change it. */
  readonly onChange: ((mode: VelocityWindowMode) => void) | undefined;
};

/** Where time windows begin, and where that is changed. */
export const WindowModeSentence = ({ mode, onChange }: WindowModeSentenceProps) => {
  const text = useText('velocities');
  return (
    <ModeSentence
      before={text('list.windowsBefore')}
      label={text('list.windowsLabel')}
      modes={VELOCITY_WINDOW_MODES}
      mode={mode}
      nameOf={(each) => text(`list.windowMode.${each}`)}
      noteOf={(each) => text(`list.windowNote.${each}`)}
      onChange={onChange}
      noteClass={styles.muted}
    />
  );
};
