import { useText } from '@redoubt/i18n';
import { RULE_VIEWS, type RuleView } from '../../rules/address.ts';
import styles from './editor.module.css';

export type ViewSwitchProps = { readonly view: RuleView; readonly onView: (view: RuleView) => void };

/** Draft or published text, side by side as one choice. */
export const ViewSwitch = ({ view, onView }: ViewSwitchProps) => {
  const text = useText('rules');
  return (
    <div className="inline-flex border-2 radius-1 overflow-hidden" role="group" aria-label={text('editor.viewLabel')}>
      {RULE_VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.switchItem}
          aria-pressed={view === each}
          onClick={() => onView(each)}
        >
          {text(each === 'draft' ? 'editor.draftTab' : 'editor.publishedTab')}
        </button>
      ))}
    </div>
  );
};
