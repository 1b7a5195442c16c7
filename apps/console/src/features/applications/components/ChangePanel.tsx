import { Field, Input } from '@fluentui/react-components';
import type { Application, Applications } from '@redoubt/contracts';
import { MAX_APPLICATION_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { grantsBody, rowsOf } from '../application-form.ts';
import { useApplicationMutations } from '../applications.queries.ts';
import styles from './applications.module.css';
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
  const { change } = useApplicationMutations();
  const [name, setName] = useState(application.displayName);
  const [rows, setRows] = useState(() => rowsOf(application));
  const disabledReason =
    name.trim() === ''
      ? text('form.nameNeeded')
      : rows.some(({ roles }) => roles.length === 0)
        ? text('grants.roleNeeded')
        : change.isPending
          ? common('saving')
          : undefined;
  const save = (): void => {
    if (disabledReason !== undefined) return;
    change.mutate(
      {
        id: application.id,
        body: { version: application.version, displayName: name.trim(), grants: grantsBody(rows) },
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
      <div className={styles.form}>
        <Field label={text('form.name')} size="small">
          <Input
            size="small"
            value={name}
            maxLength={MAX_APPLICATION_NAME}
            onChange={(_event, { value }) => setName(value)}
          />
        </Field>
        <Section title={text('grants.title')}>
          <p className={styles.soft}>{text('grants.hint')}</p>
          <GrantFields rows={rows} choices={choices} onChange={setRows} />
        </Section>
        {change.error ? <ErrorState error={change.error} compact /> : null}
      </div>
    </SidePanel>
  );
};
