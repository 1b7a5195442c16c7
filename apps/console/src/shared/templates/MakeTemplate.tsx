import type { RuleDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { NamingFields } from '../forms/NamingFields.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../routes/address.ts';
import { useTemplateMutations } from './templates.queries.ts';
import { TEMPLATE_LENGTHS, useTemplateForm } from './use-template-form.ts';

export type MakeTemplateProps = {
  readonly rule: RuleDetail & { readonly published: NonNullable<RuleDetail['published']> };
  readonly onClose: () => void;
};

/** Asks what the template of a published rule is called. */
export const MakeTemplate = ({ rule, onClose }: MakeTemplateProps) => {
  const text = useText('ruleTemplates');
  const common = useText('common');
  const notify = useNotify();
  const { make } = useTemplateMutations();
  const form = useTemplateForm({
    first: rule,
    mustDiffer: false,
    write: make,
    onSubmit: (named) =>
      make.mutate(
        { ...named, assessment: rule.assessment, ruleId: rule.id },
        {
          onSuccess: ({ id, name: made }) => {
            onClose();
            notify({
              severity: 'Success',
              title: text('made', { name: made }),
              action: { text: text('show'), href: hrefOf('/data/templates', undefined, { template: id }) },
            });
          },
        },
      ),
    onEscape: onClose,
  });
  return (
    <form className="stack-3" aria-label={text('make')} {...form.formProps}>
      <p className="muted">{text('makeNote', { version: rule.published.version })}</p>
      <NamingFields
        takesFocus
        form={form}
        labels={{ name: text('name'), description: text('description') }}
        most={TEMPLATE_LENGTHS}
      />
      {make.error && !form.isToldAtField ? <ErrorState compact error={make.error} /> : null}
      <div>
        <CommandButton
          primary
          type="submit"
          command={{ id: 'make', text: text('make'), disabledReason: form.disabledReason }}
        />
        <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
      </div>
    </form>
  );
};
