import { Input } from '@fluentui/react-components';
import { changeManagedEnvironment, type ManagedEnvironment } from '@redoubt/contracts';
import { ENVIRONMENT_LENGTHS, MAX_ENVIRONMENT_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useEnvironmentMutations } from '../environments.queries.ts';
import { DescriptionAndTags } from './DescriptionAndTags.tsx';

/** Names, description and tags, changed in the place where they stand. */
export const EditEnvironment = (props: {
  readonly environment: ManagedEnvironment;
  readonly onDone: () => void;
}): ReactNode => {
  const { environment, onDone } = props;
  const text = useText('environments');
  const common = useText('common');
  const { change } = useEnvironmentMutations();
  const { id, name, friendlyName, description, tags } = environment;
  // Polled while people type: what they change is what the form began with.
  const [version] = useState(environment.version);
  const form = useWireForm({
    body: changeManagedEnvironment.body.omit({ version: true }),
    values: { name, friendlyName, description, tags },
    texts: {
      name: text('form.nameWrong', { max: MAX_ENVIRONMENT_NAME }),
      tags: text('form.tagsWrong', ENVIRONMENT_LENGTHS),
    },
    blocked: change.isPending ? common('saving') : undefined,
    error: change.error,
    fieldOf: { 'ENV-NAME-TAKEN': 'name' },
    onSubmit: (body) => change.mutate({ id, version, ...body }, { onSuccess: onDone }),
    onEscape: onDone,
  });
  return (
    <form className="stack-3" {...form.formProps}>
      <WireField form={form} name="name" label={text('field.name')}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by a command of the person */}
        <Input size="small" autoFocus maxLength={MAX_ENVIRONMENT_NAME} {...form.register('name')} />
      </WireField>
      <WireField
        form={form}
        name="friendlyName"
        label={text('field.friendlyName')}
        hint={text('form.friendlyNameHint')}
      >
        <Input
          size="small"
          maxLength={ENVIRONMENT_LENGTHS.friendlyName}
          {...form.register('friendlyName', { setValueAs: (value: string | null) => (value === '' ? null : value) })}
        />
      </WireField>
      <DescriptionAndTags
        form={form}
        tags={tags}
        onTags={(chosen) => form.setValue('tags', chosen, { shouldDirty: true, shouldValidate: true })}
      />
      {change.error && !form.isToldAtField ? <ErrorState error={change.error} compact /> : null}
      <div className="row-middle">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'save', text: common('action.save'), disabledReason: form.disabledReason }}
        />
        <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onDone }} />
      </div>
    </form>
  );
};
