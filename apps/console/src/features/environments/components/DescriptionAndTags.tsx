import { Input, Textarea } from '@fluentui/react-components';
import { ENVIRONMENT_LENGTHS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { tagsOf } from '../tags.ts';

/** What an environment is for, and the tags that it is found by. */
export const DescriptionAndTags = (props: {
  readonly form: {
    readonly register: (path: 'description') => UseFormRegisterReturn & { readonly defaultValue: string };
    readonly problemAt: (path: 'description' | 'tags') => string | undefined;
  };
  readonly tags?: readonly string[];
  readonly onTags: (tags: string[]) => void;
}): ReactNode => {
  const { form, tags = [], onTags } = props;
  const text = useText('environments');
  return (
    <>
      <WireField form={form} name="description" label={text('field.description')}>
        <Textarea size="small" rows={2} maxLength={ENVIRONMENT_LENGTHS.description} {...form.register('description')} />
      </WireField>
      <WireField form={form} name="tags" label={text('field.tags')} hint={text('form.tagsHint')}>
        <Input size="small" defaultValue={tags.join(', ')} onChange={(_event, { value }) => onTags(tagsOf(value))} />
      </WireField>
    </>
  );
};
