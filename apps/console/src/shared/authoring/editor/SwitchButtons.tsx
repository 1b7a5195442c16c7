import styles from './editor.module.css';

export type SwitchButtonsProps<View extends string> = {
  readonly label: string;
  readonly views: readonly { readonly view: View; readonly text: string }[];
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly className?: string | undefined;
};

/** Views of one text, side by side as one choice. */
export const SwitchButtons = <View extends string>(props: SwitchButtonsProps<View>) => {
  const { label, views, view, onView, className = 'inline-flex border-2 radius-1 overflow-hidden' } = props;
  return (
    <div className={className} role="group" aria-label={label}>
      {views.map((each) => (
        <button
          key={each.view}
          type="button"
          className={styles.switchItem}
          aria-pressed={view === each.view}
          onClick={() => onView(each.view)}
        >
          {each.text}
        </button>
      ))}
    </div>
  );
};
