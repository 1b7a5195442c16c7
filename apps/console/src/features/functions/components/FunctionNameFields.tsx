import { Field, Input, Textarea } from '@fluentui/react-components';
import { isFunctionName, MAX_FUNCTION_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';

export type FunctionNameFieldsProps = {
  readonly name: string;
  readonly description: string;
  /** Why the name stays as it is. */
  readonly nameStays?: string | undefined;
  readonly onName: (name: string) => void;
  readonly onDescription: (description: string) => void;
};

/** Name and description of a function, new or renamed. */
export const FunctionNameFields = (props: FunctionNameFieldsProps) => {
  const { name, description, nameStays, onName, onDescription } = props;
  const text = useText('functions');
  const [left, setLeft] = useState(false);
  return (
    <>
      <Field
        label={text('field.name')}
        size="small"
        hint={nameStays ?? text('nameHint')}
        {...(left && !isFunctionName(name.trim()) ? { validationMessage: text('nameRule') } : {})}
      >
        <Input
          size="small"
          value={name}
          readOnly={nameStays !== undefined}
          maxLength={MAX_FUNCTION_NAME}
          onBlur={() => setLeft(name !== '')}
          onChange={(_event, data) => onName(data.value)}
        />
      </Field>
      <Field label={text('field.description')} size="small">
        <Textarea
          size="small"
          rows={2}
          maxLength={500}
          value={description}
          onChange={(_event, data) => onDescription(data.value)}
        />
      </Field>
    </>
  );
};
