import type { Application } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, Facts, IdText, Section, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useApplicationMutations } from '../../../shared/integration/applications.queries.ts';
import styles from './applications.module.css';
import { CredentialList } from './CredentialList.tsx';
import { StatusChip } from './StatusChip.tsx';

/** One application: what it may call, its credentials, and what can be done about it. */
export const ApplicationPanel = (props: {
  readonly application: Application;
  readonly onChange: () => void;
  readonly onRotate: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { application, onChange, onRotate, onClose } = props;
  const { id, displayName, grants, lastCallAt, created, revoked, canWrite, version } = application;
  const text = useText('applications');
  const formats = useFormats();
  const { revoke } = useApplicationMutations();
  const [isRevoking, setRevoking] = useState(false);
  const lastCall = lastCallAt === null ? text('never') : formats.dateTime(lastCallAt);
  return (
    <SidePanel
      title={displayName}
      takeFocus={false}
      onClose={onClose}
      footer={
        canWrite ? (
          <>
            <CommandButton
              appearance="outline"
              command={{ id: 'rotate', text: text('rotate.title'), onSelect: onRotate }}
            />
            <CommandButton command={{ id: 'change', text: text('change.action'), onSelect: onChange }} />
            <CommandButton command={{ id: 'revoke', text: text('revoke.action'), onSelect: () => setRevoking(true) }} />
          </>
        ) : null
      }
    >
      {isRevoking ? (
        <ConfirmPanel
          title={text('revoke.title', { name: displayName })}
          confirmText={text('revoke.action')}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({ id, version }, { onSuccess: () => setRevoking(false) })}
          onCancel={() => setRevoking(false)}
        >
          <p>{text('revoke.body', { when: lastCall })}</p>
        </ConfirmPanel>
      ) : null}
      {revoke.error ? <ErrorState error={revoke.error} compact /> : null}
      <Facts className={styles.facts}>
        <dt>{text('column.status')}</dt>
        <dd>
          <StatusChip status={application.status} />
        </dd>
        <dt>{text('column.id')}</dt>
        <dd>
          <IdText id={id} length={36} name={text('column.id')} />
        </dd>
        <dt>{text('column.lastCall')}</dt>
        <dd>{lastCall}</dd>
        <dt>{text('limit.fact')}</dt>
        <dd>
          {application.callsPerSecond === null
            ? text('limit.none')
            : text('limit.calls', {
                count: application.callsPerSecond,
                calls: formats.number(application.callsPerSecond),
              })}
        </dd>
        <dt>{text('column.by')}</dt>
        <dd>
          {created.by}, {formats.date(created.at)}
        </dd>
      </Facts>
      {revoked ? <p>{text('revoke.done', { date: formats.dateTime(revoked.at), by: revoked.by })}</p> : null}
      <Section title={text('grants.title')}>
        <ul className="mx-0 mt-0 mb-3 p-0 plain" aria-label={text('grants.title')}>
          {grants.map(({ environmentId, environment, roles }) => (
            <li key={environmentId ?? ''} className={styles.item}>
              <div>
                <b>{environment ?? text('everywhere')}</b>
                {roles.map((role) => (
                  <div key={role}>
                    <code>{role}</code> <span className="soft">{text(`role.${role}`)}</span>
                  </div>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={text('credentials.title')}>
        <CredentialList application={application} />
      </Section>
    </SidePanel>
  );
};
