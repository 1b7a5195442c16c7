import { Field, Select } from '@fluentui/react-components';
import type { Application } from '@redoubt/contracts';
import { DEFAULT_OVERLAP_DAYS, OVERLAP_DAYS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Facts, IdText, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { BLANK_CREDENTIAL, credentialBody } from '../application-form.ts';
import { useApplicationMutations } from '../../../shared/integration/applications.queries.ts';
import styles from './applications.module.css';
import { CredentialFields } from './CredentialFields.tsx';
import { RevealSecret } from './RevealSecret.tsx';

/** Gives an application a new credential while those before go on for a while. */
export const RotatePanel = (props: { readonly application: Application; readonly onClose: () => void }): ReactNode => {
  const { application, onClose } = props;
  const text = useText('applications');
  const common = useText('common');
  const { rotate } = useApplicationMutations();
  const [credential, setCredential] = useState(BLANK_CREDENTIAL);
  const [overlapDays, setOverlapDays] = useState<(typeof OVERLAP_DAYS)[number]>(DEFAULT_OVERLAP_DAYS);
  const [isStored, setStored] = useState(false);
  const body = credentialBody(credential);
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
  const disabledReason = body === undefined ? text('form.fileNeeded') : rotate.isPending ? common('saving') : undefined;
  const make = (): void => {
    if (disabledReason !== undefined || body === undefined) return;
    rotate.mutate({ id: application.id, body: { version: application.version, credential: body, overlapDays } });
  };
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{ id: 'rotate', text: text('rotate.make'), onSelect: make, disabledReason }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </>
      }
    >
      <div className="stack-4 prose">
        <CredentialFields form={credential} onChange={setCredential} />
        <Field label={text('rotate.overlap')} size="small">
          <Select
            size="small"
            value={String(overlapDays)}
            onChange={(_event, { value }) => {
              const days = OVERLAP_DAYS.find((each) => String(each) === value);
              if (days !== undefined) setOverlapDays(days);
            }}
          >
            {OVERLAP_DAYS.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? text('rotate.atOnce') : text('form.days', { count: days })}
              </option>
            ))}
          </Select>
        </Field>
        {rotate.error ? <ErrorState error={rotate.error} compact /> : null}
      </div>
    </SidePanel>
  );
};
