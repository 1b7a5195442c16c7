import { Field, Input } from '@fluentui/react-components';
import { isFunctionName, MAX_FUNCTION_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import { DescriptionField } from '../../../shared/forms/DescriptionField.tsx';

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
      <DescriptionField label={text('field.description')} value={description} onChange={onDescription} />
    </>
  );
};
