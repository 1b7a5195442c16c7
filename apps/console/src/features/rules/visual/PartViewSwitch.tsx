import { useText } from '@redoubt/i18n';
import { SwitchButtons } from '../../../shared/authoring/editor/SwitchButtons.tsx';
import styles from '../../../shared/authoring/editor/editor.module.css';

export type PartView = 'code' | 'visual';

export type PartViewSwitchProps = {
  /** Name of the condition or clause. */
  readonly part: string;
  readonly view: PartView;
  readonly onView: (view: PartView) => void;
};

/** Code or rows, side by side as one choice. */
export const PartViewSwitch = ({ part, view, onView }: PartViewSwitchProps) => {
  const text = useText('rules');
  return (
    <SwitchButtons
      label={text('visual.view', { part })}
      views={[
        { view: 'code', text: text('visual.code') },
        { view: 'visual', text: text('visual.rows') },
      ]}
      view={view}
      onView={onView}
      className={styles.partSwitch}
    />
  );
};
