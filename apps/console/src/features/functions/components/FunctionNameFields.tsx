import { Input, Textarea } from '@fluentui/react-components';
import { createFunction } from '@redoubt/contracts';
import { isFunctionName, MAX_FUNCTION_NAME } from '@redoubt/domain';
import { useText, type Text } from '@redoubt/i18n';
import type { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';

/** Name and description as they are sent. */
export const functionNameBody = (text: Text<'functions'>) =>
  createFunction.body
    .pick({ name: true, description: true })
    .extend({ name: createFunction.body.shape.name.refine(isFunctionName, text('nameRule')) });

export type FunctionNameFieldsProps = {
  readonly form: Pick<ReturnType<typeof useWireForm<ReturnType<typeof functionNameBody>>>, 'register' | 'problemAt'>;
  /** Why the name stays as it is. */
  readonly nameStays?: string | undefined;
};

/** Name and description of a function, new or renamed. */
export const FunctionNameFields = ({ form, nameStays }: FunctionNameFieldsProps) => {
  const text = useText('functions');
  return (
    <>
      <WireField form={form} name="name" label={text('field.name')} hint={nameStays ?? text('nameHint')}>
        <Input
          size="small"
          readOnly={nameStays !== undefined}
          maxLength={MAX_FUNCTION_NAME}
          {...form.register('name')}
        />
      </WireField>
      <WireField form={form} name="description" label={text('field.description')}>
        <Textarea size="small" rows={2} maxLength={500} {...form.register('description')} />
      </WireField>
    </>
  );
};
