import { Field, Input } from '@fluentui/react-components';
import { MAX_ASSIGNMENT_REASON } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';

/** Why the access of people is changed. */
export const ReasonField = (props: {
  readonly value: string;
  readonly required?: boolean;
  readonly onChange: (reason: string) => void;
}): ReactNode => {
  const { value, required = false, onChange } = props;
  const text = useText('people');
  return (
    <Field label={text('assign.reason')} size="small" required={required}>
      <Input
        size="small"
        maxLength={MAX_ASSIGNMENT_REASON}
        value={value}
        onChange={(_event, { value: reason }) => onChange(reason)}
      />
    </Field>
  );
};
