import { useText } from '@redoubt/i18n';
import frame from '../editor/editor.module.css';
import { LAYOUTS, type Layout } from './use-layout.ts';

export type LayoutSwitchProps = { readonly layout: Layout; readonly onLayout: (layout: Layout) => void };

/** One column or two. */
export const LayoutSwitch = ({ layout, onLayout }: LayoutSwitchProps) => {
  const text = useText('rules');
  return (
    <div className={frame.partSwitch} role="group" aria-label={text('difference.layout')}>
      {LAYOUTS.map((each) => (
        <button
          key={each}
          type="button"
          className={frame.switchItem}
          aria-pressed={layout === each}
          onClick={() => onLayout(each)}
        >
          {text(`difference.${each}`)}
        </button>
      ))}
    </div>
  );
};
