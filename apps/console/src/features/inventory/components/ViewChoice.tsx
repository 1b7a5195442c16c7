import { Select } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import type { RULE_AGES, RULE_PLACES, RULE_SORTS, RULE_STATES, RuleView } from '../rule-filters.ts';

type Choices = {
  readonly state: typeof RULE_STATES;
  readonly since: typeof RULE_AGES;
  readonly place: typeof RULE_PLACES;
  readonly sort: typeof RULE_SORTS;
};

/** One choice of the view; its first option takes it back. */
export const ViewChoice = <Of extends keyof Choices>(props: {
  readonly of: Of;
  readonly values: Choices[Of];
  readonly view: RuleView;
  readonly onView: (view: RuleView) => void;
}) => {
  const { of, values, view, onView } = props;
  const text = useText('inventory');
  return (
    <Select
      size="small"
      aria-label={text(`${of}.label`)}
      value={view[of] ?? ''}
      onChange={(_event, { value }) => onView({ ...view, [of]: value === '' ? undefined : value })}
    >
      <option value="">{text(of === 'sort' ? 'sort.order' : (`${of}.any` as 'state.any'))}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {text(`${of}.${value}` as 'sort.hits')}
        </option>
      ))}
    </Select>
  );
};
