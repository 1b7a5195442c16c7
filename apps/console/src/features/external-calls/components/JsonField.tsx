import { Field, Textarea } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import { parsedJson } from '../call-form.ts';
import styles from '../../../shared/external-calls/external-calls.module.css';

/** JSON as text; says that it is none once the field was left. */
export const JsonField = ({
  label,
  hint,
  problem,
  value,
  readOnly,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with what the JSON says. */
  readonly problem?: string | undefined;
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}) => {
  const text = useText('externalCalls');
  const [left, setLeft] = useState(false);
  const said = parsedJson(value) === undefined ? text('noJson') : problem;
  return (
    <Field
      label={label}
      size="small"
      {...(hint === undefined ? {} : { hint })}
      {...(left && said !== undefined ? { validationMessage: said } : {})}
    >
      <Textarea
        size="small"
        className={styles.mono ?? ''}
        rows={4}
        resize="vertical"
        spellCheck={false}
        value={value}
        readOnly={readOnly}
        onBlur={() => setLeft(true)}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
};
