import { Input } from '@fluentui/react-components';
import { createApplication, type Applications } from '@redoubt/contracts';
import { MAX_APPLICATION_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Loading, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { firstRoles, grantsBody } from './application-form.ts';
import { useSaveGuard } from '../../shared/authoring/editor/use-save-guard.tsx';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import { applicationsQuery, useApplicationMutations } from '../../shared/integration/applications.queries.ts';
import { ApplicationMadeView } from './components/ApplicationMadeView.tsx';
import { CredentialFields, FIRST_CREDENTIAL, useCredentialFields } from './components/CredentialFields.tsx';
import { GrantFields } from './components/GrantFields.tsx';

/** Asks what a new application is called, what it may call and how it proves itself; then shows its secret once. */
const NewApplicationForm = ({ choices }: { readonly choices: Applications }): ReactNode => {
  const text = useText('applications');
  const common = useText('common');
  const { id: environmentId } = useEnvironment();
  const { create } = useApplicationMutations();
  const first = choices.environments.find(({ id }) => id === environmentId) ?? choices.environments[0];
  const values = {
    displayName: '',
    grants: first ? [{ environmentId: first.id, roles: [...firstRoles(choices, first.id)] }] : [],
    credential: FIRST_CREDENTIAL,
  };
  const form = useWireForm({
    body: createApplication.body,
    values,
    texts: {
      displayName: text('form.nameNeeded'),
      clientId: text('form.ownIdWrong'),
      'grants.roles': text('grants.roleNeeded'),
      'credential.certificate': text('form.fileNeeded'),
    },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'APP-ID-TAKEN': 'clientId' },
    onSubmit: (body) => create.mutate(body),
  });
  const credential = useCredentialFields((next) => form.setValue('credential', next, { shouldDirty: true }));
  const guard = useSaveGuard(form.isDirty && !create.data);
  if (create.data) {
    const again = (): void => {
      create.reset();
      credential.reset();
      form.reset({ ...values, grants: form.getValues('grants') });
    };
    return <ApplicationMadeView made={create.data} onAnother={again} />;
  }
  return (
    <form className="stack-4 prose" {...form.formProps}>
      {guard}
      <WireField form={form} name="displayName" label={text('form.name')} hint={text('form.nameHint')}>
        <Input size="small" maxLength={MAX_APPLICATION_NAME} {...form.register('displayName')} />
      </WireField>
      <Section title={text('grants.title')}>
        <p className="soft">{text('grants.hint')}</p>
        <GrantFields
          rows={form.watch('grants')}
          choices={choices}
          onChange={(rows) => form.setValue('grants', grantsBody(rows), { shouldDirty: true })}
        />
      </Section>
      <CredentialFields {...credential.fields} />
      <WireField form={form} name="clientId" label={text('form.ownId')} hint={text('form.ownIdHint')}>
        <Input
          size="small"
          maxLength={36}
          {...form.register('clientId', { setValueAs: (typed: string | undefined) => typed?.trim() || undefined })}
        />
      </WireField>
      {create.error && !form.isToldAtField ? <ErrorState error={create.error} compact /> : null}
      <div className="row-wrap">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'create', text: text('form.create'), disabledReason: form.disabledReason }}
        />
      </div>
    </form>
  );
};

/** Registers an application that may call the APIs. */
export const ApplicationCreatePage = (): ReactNode => {
  const text = useText('applications');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(applicationsQuery(call, environmentId));
  const { data } = query;
  return (
    <ConsolePage
      title={routes('applicationCreate.title')}
      chips={data && data.missing !== null ? <ReadOnlyChip /> : null}
    >
      {data ? (
        data.missing === null ? (
          <NewApplicationForm choices={data} />
        ) : (
          <p>{text(`missing.${data.missing}`)}</p>
        )
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading rows={6} rowHeight={40} />
      )}
    </ConsolePage>
  );
};
