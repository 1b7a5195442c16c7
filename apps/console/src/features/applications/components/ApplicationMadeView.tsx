import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import type { ApplicationMade } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, Facts, IdText, Section, useCopy } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useConsole } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import styles from './applications.module.css';
import { RevealSecret } from './RevealSecret.tsx';
import { CommandText } from '../../../shared/secrets/CommandText.tsx';

/** What a new application needs: its id, its secret once, and how it gets a token. */
export const ApplicationMadeView = (props: {
  readonly made: ApplicationMade;
  readonly onAnother: () => void;
}): ReactNode => {
  const { application, secret } = props.made;
  const text = useText('applications');
  const common = useText('common');
  const { me } = useConsole();
  const { copied, copy } = useCopy();
  const [isStored, setStored] = useState(secret === null);
  const address = `${window.location.origin}/${me.tenant.id}/oauth2/token`;
  const command = [
    `curl -s '${address}'`,
    '  -d grant_type=client_credentials',
    `  -d client_id=${application.id}`,
    `  --data-urlencode client_secret='${secret ?? ''}'`,
    `  --data-urlencode resource='${window.location.origin}'`,
  ].join(' \\\n');
  const disabledReason = isStored ? undefined : text('made.storedFirst');
  return (
    <div className="stack-4 prose">
      <p role="status">
        <b>{text('made.title', { name: application.displayName })}</b>
      </p>
      <Facts className={styles.facts}>
        <dt>{text('column.id')}</dt>
        <dd>
          <IdText id={application.id} length={36} name={text('column.id')} />
        </dd>
        {secret === null ? (
          <>
            <dt>{text('made.thumbprint')}</dt>
            <dd>
              <IdText id={application.credentials[0]?.hint ?? ''} length={40} name={text('made.thumbprint')} />
            </dd>
          </>
        ) : null}
      </Facts>
      {secret === null ? null : <RevealSecret secret={secret} isStored={isStored} onStored={setStored} />}
      <Section title={text('made.token')}>
        {secret === null ? (
          <p>{text('made.certificateToken', { address })}</p>
        ) : (
          <>
            <CommandText label={text('made.token')}>{command}</CommandText>
            <CommandButton
              command={{
                id: 'copyCommand',
                text: copied ? common('action.copied') : text('made.copyCode'),
                icon: copied ? CheckmarkRegular : CopyRegular,
                onSelect: () => void copy(command),
              }}
            />
          </>
        )}
        <p className="soft">{text('made.tokenHint')}</p>
      </Section>
      <div className="row-wrap">
        <CommandButton
          primary
          command={{
            id: 'done',
            text: text('made.done'),
            href: hrefOf('/integration/aadapp/manage', undefined, { application: application.id }),
            disabledReason,
          }}
        />
        <CommandButton
          command={{ id: 'another', text: text('made.another'), onSelect: props.onAnother, disabledReason }}
        />
      </div>
    </div>
  );
};
