import { Field, type FieldProps } from '@fluentui/react-components';
import { useState } from 'react';

export type CheckedFieldProps = Omit<FieldProps, 'validationMessage' | 'onBlur'> & {
  /** What is wrong with the value, in words; undefined where nothing is. */
  readonly problem: string | undefined;
};

/** A field that says what is wrong with it once it was left, beside itself. */
export const CheckedField = ({ problem, ...field }: CheckedFieldProps) => {
  const [left, setLeft] = useState(false);
  return (
    <Field
      size="small"
      {...field}
      onBlur={() => setLeft(true)}
      {...(left && problem !== undefined ? { validationMessage: problem } : {})}
    />
  );
};
