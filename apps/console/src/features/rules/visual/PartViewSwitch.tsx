import { useText } from '@redoubt/i18n';
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
    <div className={styles.partSwitch} role="group" aria-label={text('visual.view', { part })}>
      {(['code', 'visual'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={styles.switchItem}
          aria-pressed={view === each}
          onClick={() => onView(each)}
        >
          {text(each === 'code' ? 'visual.code' : 'visual.rows')}
        </button>
      ))}
    </div>
  );
};
