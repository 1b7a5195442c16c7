import { Input, Textarea } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { WireField } from './WireField.tsx';

type Path = 'name' | 'description';

export type NamingFieldsProps = {
  readonly form: {
    readonly register: (path: Path) => UseFormRegisterReturn & { readonly defaultValue: string };
    readonly problemAt: (path: Path) => string | undefined;
  };
  readonly labels: Readonly<Record<Path, string>>;
  readonly most: Readonly<Record<Path, number>>;
  readonly nameHint?: string;
  /** Whether the name stays as it is. */
  readonly isNameKept?: boolean;
  /** Whether the name has the focus as the form opens. */
  readonly takesFocus?: boolean;
};

/** What a resource is called, and words about it over two lines. */
export const NamingFields = (props: NamingFieldsProps): ReactNode => {
  const { form, labels, most, nameHint, isNameKept = false, takesFocus = false } = props;
  return (
    <>
      <WireField form={form} name="name" label={labels.name} {...(nameHint === undefined ? {} : { hint: nameHint })}>
        <Input
          size="small"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by a command of the person
          autoFocus={takesFocus}
          readOnly={isNameKept}
          maxLength={most.name}
          {...form.register('name')}
        />
      </WireField>
      <WireField form={form} name="description" label={labels.description}>
        <Textarea size="small" rows={2} maxLength={most.description} {...form.register('description')} />
      </WireField>
    </>
  );
};
