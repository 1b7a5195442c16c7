import { createFunction } from '@redoubt/contracts';
import { isFunctionName, MAX_FUNCTION_NAME } from '@redoubt/domain';
import { useText, type Text } from '@redoubt/i18n';
import { NamingFields, type NamingFieldsProps } from '../../../shared/forms/NamingFields.tsx';

/** Name and description as they are sent. */
export const functionNameBody = (text: Text<'functions'>) =>
  createFunction.body
    .pick({ name: true, description: true })
    .extend({ name: createFunction.body.shape.name.refine(isFunctionName, text('nameRule')) });

export type FunctionNameFieldsProps = Pick<NamingFieldsProps, 'form'> & {
  /** Why the name stays as it is. */
  readonly nameStays?: string | undefined;
};

/** Name and description of a function, new or renamed. */
export const FunctionNameFields = ({ form, nameStays }: FunctionNameFieldsProps) => {
  const text = useText('functions');
  return (
    <NamingFields
      form={form}
      labels={{ name: text('field.name'), description: text('field.description') }}
      most={{ name: MAX_FUNCTION_NAME, description: 500 }}
      nameHint={nameStays ?? text('nameHint')}
      isNameKept={nameStays !== undefined}
    />
  );
};
