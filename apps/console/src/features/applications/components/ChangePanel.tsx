import { Field, Input } from '@fluentui/react-components';
import type { Application, Applications } from '@redoubt/contracts';
import { MAX_APPLICATION_NAME, MAX_CALLS_PER_SECOND } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { grantsBody, rowsOf } from '../application-form.ts';
import { useApplicationMutations } from '../../../shared/integration/applications.queries.ts';
import { GrantFields } from './GrantFields.tsx';

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
  const [name, setName] = useState(application.displayName);
  const [rows, setRows] = useState(() => rowsOf(application));
  const [limit, setLimit] = useState(String(application.callsPerSecond ?? ''));
  const callsPerSecond = limit.trim() === '' ? null : Number(limit);
  const isLimitGood =
    callsPerSecond === null ||
    (Number.isInteger(callsPerSecond) && callsPerSecond >= 1 && callsPerSecond <= MAX_CALLS_PER_SECOND);
  const disabledReason =
    name.trim() === ''
      ? text('form.nameNeeded')
      : rows.some(({ roles }) => roles.length === 0)
        ? text('grants.roleNeeded')
        : !isLimitGood
          ? text('limit.wrong', { max: formats.number(MAX_CALLS_PER_SECOND) })
          : change.isPending
            ? common('saving')
            : undefined;
  const save = (): void => {
    if (disabledReason !== undefined) return;
    change.mutate(
      {
        id: application.id,
        body: { version: application.version, displayName: name.trim(), grants: grantsBody(rows), callsPerSecond },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <SidePanel
      title={text('change.title', { name: application.displayName })}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{ id: 'save', text: common('action.save'), onSelect: save, disabledReason }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </>
      }
    >
      <div className="stack-4 prose">
        <Field label={text('form.name')} size="small">
          <Input
            size="small"
            value={name}
            maxLength={MAX_APPLICATION_NAME}
            onChange={(_event, { value }) => setName(value)}
          />
        </Field>
        <Section title={text('grants.title')}>
          <p className="soft">{text('grants.hint')}</p>
          <GrantFields rows={rows} choices={choices} onChange={setRows} />
        </Section>
        <Field
          label={text('limit.field')}
          size="small"
          hint={text('limit.hint')}
          {...(isLimitGood
            ? {}
            : { validationMessage: text('limit.wrong', { max: formats.number(MAX_CALLS_PER_SECOND) }) })}
        >
          <Input
            size="small"
            inputMode="numeric"
            value={limit}
            maxLength={6}
            onChange={(_event, { value }) => setLimit(value)}
          />
        </Field>
        {change.error ? <ErrorState error={change.error} compact /> : null}
      </div>
    </SidePanel>
  );
};
