import { Input } from '@fluentui/react-components';
import { changeApplication, type Application, type Applications } from '@redoubt/contracts';
import { MAX_APPLICATION_NAME, MAX_CALLS_PER_SECOND } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { grantsBody, rowsOf } from '../application-form.ts';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useApplicationMutations } from '../../../shared/integration/applications.queries.ts';
import { GrantFields } from './GrantFields.tsx';

/** Empty for no limit. */
const LIMIT = {
  setValueAs: (typed: string | number | null) => (typed === null || String(typed).trim() === '' ? null : Number(typed)),
};

/** Changes the name of an application and what it may call. */
export const ChangePanel = (props: {
  readonly application: Application;
  readonly choices: Applications;
  readonly onClose: () => void;
}): ReactNode => {
  const { application, choices, onClose } = props;
  const text = useText('applications');
  const common = useText('common');
  const formats = useFormats();
  const { change } = useApplicationMutations();
  const rows = rowsOf(application);
  const form = useWireForm({
    body: changeApplication.body,
    values: {
      version: application.version,
      displayName: application.displayName,
      grants: grantsBody(rows),
      callsPerSecond: application.callsPerSecond,
    },
    texts: {
      displayName: text('form.nameNeeded'),
      'grants.roles': text('grants.roleNeeded'),
      callsPerSecond: text('limit.wrong', { max: formats.number(MAX_CALLS_PER_SECOND) }),
    },
    blocked: change.isPending ? common('saving') : undefined,
    error: change.error,
    onSubmit: (body) => change.mutate({ id: application.id, body }, { onSuccess: onClose }),
  });
  const nameOf = (id: string | null) => rows.find(({ environmentId }) => environmentId === id)?.environment ?? null;
  return (
    <FormPanel
      title={text('change.title', { name: application.displayName })}
      form={form}
      action={common('action.save')}
      error={change.error}
      onClose={onClose}
    >
      <WireField form={form} name="displayName" label={text('form.name')}>
        <Input size="small" maxLength={MAX_APPLICATION_NAME} {...form.register('displayName')} />
      </WireField>
      <Section title={text('grants.title')}>
        <p className="soft">{text('grants.hint')}</p>
        <GrantFields
          rows={form.watch('grants').map((row) => ({ ...row, environment: nameOf(row.environmentId) }))}
          choices={choices}
          onChange={(next) => form.setValue('grants', grantsBody(next), { shouldDirty: true })}
        />
      </Section>
      <WireField form={form} name="callsPerSecond" label={text('limit.field')} hint={text('limit.hint')}>
        <Input size="small" inputMode="numeric" maxLength={6} {...form.register('callsPerSecond', LIMIT)} />
      </WireField>
    </FormPanel>
  );
};
