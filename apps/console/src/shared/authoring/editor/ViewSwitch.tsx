import { useText } from '@redoubt/i18n';
import type { RuleView } from '../../rules/address.ts';
import { SwitchButtons } from './SwitchButtons.tsx';

export type ViewSwitchProps = { readonly view: RuleView; readonly onView: (view: RuleView) => void };

/** Draft or published text, side by side as one choice. */
export const ViewSwitch = ({ view, onView }: ViewSwitchProps) => {
  const text = useText('rules');
  return (
    <SwitchButtons
      label={text('editor.viewLabel')}
      views={[
        { view: 'draft', text: text('editor.draftTab') },
        { view: 'published', text: text('editor.publishedTab') },
      ]}
      view={view}
      onView={onView}
    />
  );
};
