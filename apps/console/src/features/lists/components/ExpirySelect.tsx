import { Select } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';

/** Which column says when rows expire. */
export const ExpirySelect = (props: {
  readonly columns: readonly string[];
  readonly value: string | null;
  readonly onChange: (column: string | null) => void;
}) => {
  const text = useText('lists');
  return (
    <Select
      size="small"
      aria-label={text('expiry.label')}
      value={props.value ?? ''}
      onChange={(_event, { value }) => props.onChange(value === '' ? null : value)}
    >
      <option value="">{text('expiry.never')}</option>
      {props.columns.map((column) => (
        <option key={column} value={column}>
          {column}
        </option>
      ))}
    </Select>
  );
};
