import { Field, Input } from '@fluentui/react-components';
import { useFormats, useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { endOfDay, lastDayOf } from '../end-of-day.ts';

/** The last day on which a role holds; none where it is empty. */
export const EndField = (props: {
  readonly value: string | null;
  readonly problem?: string | undefined;
  readonly onChange: (expiresAt: string | null) => void;
}): ReactNode => {
  const { value, problem, onChange } = props;
  const text = useText('people');
  const { timeZone } = useFormats();
  return (
    <Field
      label={text('assign.until')}
      hint={text('assign.untilHint')}
      size="small"
      {...(problem === undefined ? {} : { validationMessage: problem })}
    >
      <Input
        size="small"
        type="date"
        value={lastDayOf(value, timeZone)}
        onChange={(_event, { value: day }) => onChange(endOfDay(day, timeZone))}
      />
    </Field>
  );
};
