import { Field, Input } from '@fluentui/react-components';
import type { RuleDetail } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState } from 'react';
import { DescriptionField } from '../forms/DescriptionField.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../routes/address.ts';
import { useTemplateMutations } from './templates.queries.ts';

export type MakeTemplateProps = {
  readonly rule: RuleDetail & { readonly published: NonNullable<RuleDetail['published']> };
  readonly onClose: () => void;
};

/** Asks what the template of a published rule is called. */
export const MakeTemplate = ({ rule, onClose }: MakeTemplateProps) => {
  const text = useText('ruleTemplates');
  const provided = useProvidedNames();
  const common = useText('common');
  const notify = useNotify();
  const { make } = useTemplateMutations();
  const [name, setName] = useState(() => provided.shown(rule.name));
  const [description, setDescription] = useState(() => provided.shown(rule.description));
  const disabledReason = name.trim() === '' ? text('nameRequired') : undefined;
  const keep = (): void => {
    if (disabledReason !== undefined || make.isPending) return;
    make.mutate(
      {
        name: provided.stored(name.trim(), rule.name),
        description: provided.stored(description.trim(), rule.description),
        assessment: rule.assessment,
        ruleId: rule.id,
      },
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
    );
  };
  return (
    <form
      className="stack-3"
      aria-label={text('make')}
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <p className="muted">{text('makeNote', { version: rule.published.version })}</p>
      <Field label={text('name')} size="small">
        <Input
          size="small"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by a command of the person
          autoFocus
          value={name}
          maxLength={120}
          onChange={(_event, next) => setName(next.value)}
        />
      </Field>
      <DescriptionField label={text('description')} maxLength={2000} value={description} onChange={setDescription} />
      {make.error ? <ErrorState compact error={make.error} /> : null}
      <div>
        <CommandButton primary command={{ id: 'make', text: text('make'), onSelect: keep, disabledReason }} />
        <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
      </div>
    </form>
  );
};
