import { Field, Input } from '@fluentui/react-components';
import type { Applications } from '@redoubt/contracts';
import { MAX_APPLICATION_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Loading, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { BLANK_CREDENTIAL, credentialBody, firstRoles, grantsBody, type GrantRow } from './application-form.ts';
import { applicationsQuery, useApplicationMutations } from '../../shared/integration/applications.queries.ts';
import { ApplicationMadeView } from './components/ApplicationMadeView.tsx';
import { CredentialFields } from './components/CredentialFields.tsx';
import { GrantFields } from './components/GrantFields.tsx';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Asks what a new application is called, what it may call and how it proves itself; then shows its secret once. */
const NewApplicationForm = ({ choices }: { readonly choices: Applications }): ReactNode => {
  const text = useText('applications');
  const common = useText('common');
  const { id: environmentId } = useEnvironment();
  const { create } = useApplicationMutations();
  const first = choices.environments.find(({ id }) => id === environmentId) ?? choices.environments[0];
  const [name, setName] = useState('');
  const [leftName, setLeftName] = useState(false);
  const [clientId, setClientId] = useState('');
  const [rows, setRows] = useState<readonly GrantRow[]>(
    first ? [{ environmentId: first.id, roles: firstRoles(choices, first.id) }] : [],
  );
  const [credential, setCredential] = useState(BLANK_CREDENTIAL);
  const isIdGood = clientId.trim() === '' || GUID.test(clientId.trim());
  const body = credentialBody(credential);
  const disabledReason =
    name.trim() === ''
      ? text('form.nameNeeded')
      : !isIdGood
        ? text('form.ownIdWrong')
        : rows.some(({ roles }) => roles.length === 0)
          ? text('grants.roleNeeded')
          : body === undefined
            ? text('form.fileNeeded')
            : create.isPending
              ? common('saving')
              : undefined;
  const make = (): void => {
    if (disabledReason !== undefined || body === undefined) return;
    const own = clientId.trim();
    create.mutate({
      displayName: name.trim(),
      ...(own === '' ? {} : { clientId: own }),
      grants: grantsBody(rows),
      credential: body,
    });
  };
  if (create.data) {
    const again = (): void => {
      create.reset();
      setName('');
      setClientId('');
      setCredential(BLANK_CREDENTIAL);
    };
    return <ApplicationMadeView made={create.data} onAnother={again} />;
  }
  return (
    <form
      className="stack-4 prose"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <Field
        label={text('form.name')}
        size="small"
        hint={text('form.nameHint')}
        {...(leftName && name.trim() === '' ? { validationMessage: text('form.nameNeeded') } : {})}
      >
        <Input
          size="small"
          value={name}
          maxLength={MAX_APPLICATION_NAME}
          onBlur={() => setLeftName(true)}
          onChange={(_event, { value }) => setName(value)}
        />
      </Field>
      <Section title={text('grants.title')}>
        <p className="soft">{text('grants.hint')}</p>
        <GrantFields rows={rows} choices={choices} onChange={setRows} />
      </Section>
      <CredentialFields form={credential} onChange={setCredential} />
      <Field
        label={text('form.ownId')}
        size="small"
        hint={text('form.ownIdHint')}
        {...(isIdGood ? {} : { validationMessage: text('form.ownIdWrong') })}
      >
        <Input size="small" value={clientId} maxLength={36} onChange={(_event, { value }) => setClientId(value)} />
      </Field>
      {create.error ? <ErrorState error={create.error} compact /> : null}
      <div className="row-wrap">
        <CommandButton primary type="submit" command={{ id: 'create', text: text('form.create'), disabledReason }} />
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
