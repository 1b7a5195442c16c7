import { createEnvironmentTemplate } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { NamingFields } from '../forms/NamingFields.tsx';
import { useWireForm } from '../forms/use-wire-form.ts';
import { TEMPLATE_LENGTHS } from '../templates/use-template-form.ts';
import { useEnvironmentTemplateMutations } from './environment-templates.queries.ts';

/** Keeps the configuration of an environment in its template library. */
export const MakeEnvironmentTemplate = (props: {
  readonly environmentId: string;
  /** What the form begins with. */
  readonly first: { readonly name: string; readonly description: string };
  readonly onDone: () => void;
}): ReactNode => {
  const { environmentId, first, onDone } = props;
  const text = useText('environments');
  const common = useText('common');
  const notify = useNotify();
  const { make } = useEnvironmentTemplateMutations(environmentId);
  const form = useWireForm({
    body: createEnvironmentTemplate.body,
    values: first,
    texts: { name: text('template.nameWrong') },
    blocked: make.isPending ? common('saving') : undefined,
    error: make.error,
    fieldOf: { 'TEMPLATE-NAME-TAKEN': 'name', 'TEMPLATE-NAME-INVALID': 'name' },
    onSubmit: (body) =>
      make.mutate(body, {
        onSuccess: ({ name }) => {
          notify({ severity: 'Success', title: text('template.made', { name }) });
          onDone();
        },
      }),
    onEscape: onDone,
  });
  return (
    <form className="stack-3" {...form.formProps}>
      <p className="m-0 quiet">{text('template.holds')}</p>
      <NamingFields
        form={form}
        labels={{ name: text('field.name'), description: text('field.description') }}
        most={TEMPLATE_LENGTHS}
        takesFocus
      />
      {make.error && !form.isToldAtField ? <ErrorState error={make.error} compact /> : null}
      <div className="row-middle">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'make', text: text('makeTemplate'), disabledReason: form.disabledReason }}
        />
        <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onDone }} />
      </div>
    </form>
  );
};
