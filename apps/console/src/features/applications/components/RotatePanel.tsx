import { Select } from '@fluentui/react-components';
import { rotateCredential, type Application } from '@redoubt/contracts';
import { DEFAULT_OVERLAP_DAYS, OVERLAP_DAYS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, Facts, IdText, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { useApplicationMutations } from '../../../shared/integration/applications.queries.ts';
import styles from './applications.module.css';
import { CredentialFields, FIRST_CREDENTIAL, useCredentialFields } from './CredentialFields.tsx';
import { RevealSecret } from './RevealSecret.tsx';

/** Gives an application a new credential while those before go on for a while. */
export const RotatePanel = (props: { readonly application: Application; readonly onClose: () => void }): ReactNode => {
  const { application, onClose } = props;
  const text = useText('applications');
  const common = useText('common');
  const { rotate } = useApplicationMutations();
  const [isStored, setStored] = useState(false);
  const form = useWireForm({
    body: rotateCredential.body.omit({ version: true }),
    values: { credential: FIRST_CREDENTIAL, overlapDays: DEFAULT_OVERLAP_DAYS },
    texts: { 'credential.certificate': text('form.fileNeeded') },
    blocked: rotate.isPending ? common('saving') : undefined,
    error: rotate.error,
    onSubmit: (body) => rotate.mutate({ id: application.id, body: { ...body, version: application.version } }),
  });
  const credential = useCredentialFields((next) => form.setValue('credential', next, { shouldDirty: true }));
  const title = `${text('rotate.title')} · ${application.displayName}`;
  const made = rotate.data;
  if (made) {
    const isSettled = made.secret === null || isStored;
    return (
      <SidePanel
        title={title}
        onClose={onClose}
        footer={
          <CommandButton
            primary
            command={{
              id: 'close',
              text: common('action.close'),
              onSelect: onClose,
              disabledReason: isSettled ? undefined : text('made.storedFirst'),
            }}
          />
        }
      >
        {made.secret === null ? (
          <Facts className={styles.facts}>
            <dt>{text('made.thumbprint')}</dt>
            <dd>
              <IdText id={made.application.credentials[0]?.hint ?? ''} length={40} name={text('made.thumbprint')} />
            </dd>
          </Facts>
        ) : (
          <RevealSecret secret={made.secret} isStored={isStored} onStored={setStored} />
        )}
      </SidePanel>
    );
  }
  return (
    <FormPanel title={title} form={form} action={text('rotate.make')} error={rotate.error} onClose={onClose}>
      <CredentialFields {...credential.fields} />
      <WireField form={form} name="overlapDays" label={text('rotate.overlap')}>
        <Select size="small" {...form.register('overlapDays', { setValueAs: Number })}>
          {OVERLAP_DAYS.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? text('rotate.atOnce') : text('form.days', { count: days })}
            </option>
          ))}
        </Select>
      </WireField>
    </FormPanel>
  );
};
