import { DECISIONS, type Decision } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { DecisionOptions } from '../../../shared/forms/options.tsx';
import { Select } from '@fluentui/react-components';

/** The decision that an action finds made about the sample. */
export const AssumedDecision = ({
  decision,
  onChange,
}: {
  readonly decision: Decision;
  readonly onChange: (decision: Decision) => void;
}) => {
  const text = useText('rules');
  return (
    <label className="row-middle pt-1 pb-2 quiet">
      {text('evaluation.assumed')}
      <Select
        size="small"
        value={decision}
        onChange={(_event, { value }) => onChange(DECISIONS.find((each) => each === value) ?? decision)}
      >
        <DecisionOptions />
      </Select>
    </label>
  );
};
